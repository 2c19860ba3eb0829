# A bot for pacman: of the squares around it, it goes where it has been least often, prefers pellets
# and keeps away from ghosts. Begin with choose.

import json
import random
import sys

WAYS = {"N": (0, -1, 1), "E": (1, 0, 2), "S": (0, 1, 4), "W": (-1, 0, 8)}  # dx, dy, and the bit of a wall
visits = {}  # how often it was on a square


def choose(observation):
    """Returns "N", "E", "S", "W" or "X", which is to stay."""
    size = observation["size"]
    x, y, letter = observation["me"]
    seen = {(sx, sy): what for sx, sy, what in observation["sight"]}  # G ghost, P Pac-Man, o O F to eat, X nothing
    walls = int(observation["walls"][y * size + x], 16)
    visits[x, y] = visits.get((x, y), 0) + 1
    best, most = "X", None
    for way, (dx, dy, wall) in WAYS.items():
        if walls & wall:
            continue
        square = (x + dx) % size, (y + dy) % size  # the maze goes on at the other side
        worth = -visits.get(square, 0)
        if letter == "G":  # caught: the bot is a ghost itself now, and hunts
            worth += 50 if seen.get(square) == "P" else 0
        elif seen.get(square) == "G":
            worth -= 1000
        elif seen.get(square) in ("o", "O", "F"):
            worth += 2
        if most is None or worth > most:
            best, most = way, worth
    return best
