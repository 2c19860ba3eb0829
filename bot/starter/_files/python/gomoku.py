# A bot for gomoku: it puts its stone where rows of either colour are longest. Begin with choose.

import json
import random
import sys


def choose(observation):
    """Returns [x, y]; docs/rules/gomoku.md has the answers to the phases of swap2."""
    board, size, me = observation["board"], observation["size"], observation["me"]
    if observation["phase"] == "open":
        return [[2, 2], [size - 3, 2], [size - 2, size - 2]]
    if observation["phase"] != "move":
        return "swap"
    best, most = None, -1
    for y in range(size):
        for x in range(size):
            if board[y][x] == 0:  # 1 is black, -1 white
                worth = 10 * longest(board, x, y, me) + 9 * longest(board, x, y, -me)
                worth -= max(abs(2 * x - size + 1), abs(2 * y - size + 1)) / size  # the middle is better
                if worth > most:
                    best, most = [x, y], worth
    return best


def longest(board, x, y, color):
    """The longest row that a stone of that colour would make here."""
    return max(count(board, x, y, dx, dy, color) + count(board, x, y, -dx, -dy, color) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


def count(board, x, y, dx, dy, color):
    """How many stones of a colour lie in a row from here, without this cell."""
    n = 0
    while True:
        x, y = x + dx, y + dy
        if not (0 <= x < len(board) and 0 <= y < len(board)) or board[y][x] != color:
            return n
        n += 1
