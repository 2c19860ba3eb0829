# A bot for tokens: it walks to the nearest token and eats it. Begin with choose.

import json
import random
import sys


def choose(observation):
    """Returns "UP", "DOWN", "LEFT", "RIGHT", "EAT" or "PASS"."""
    me = observation["player1"] if observation["seat"] == 0 else observation["player2"]
    x, y = me["pos"]
    nearest = None
    for tx, column in enumerate(observation["tokens"]):
        for ty, token in enumerate(column):
            if token:  # False where there is none, else {"color": "#FF0000", "points": 2}
                steps = abs(tx - x) + abs(ty - y)
                if nearest is None or steps < nearest[0]:
                    nearest = (steps, tx, ty)
    if nearest is None:
        return "PASS"
    steps, tx, ty = nearest
    if tx != x:
        return "RIGHT" if tx > x else "LEFT"
    if ty != y:
        return "DOWN" if ty > y else "UP"
    return "EAT"
