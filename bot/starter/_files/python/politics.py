# A bot for politics: it campaigns where it is behind. Begin with choose.

import json
import random
import sys


def choose(observation):
    """Returns ["campaign", [x, y], [x, y]] or another move of docs/rules/politics.md, or None."""
    if observation["money"] < 16:  # a campaign costs a dollar a voter, and a block has 4 by 4
        return None
    worst, where = None, None
    for region in observation["regions"]:
        lead = region["number_you"] - region["number_opponent"]
        if worst is None or lead < worst:
            worst, where = lead, region
    x, y = where["blocks"][0]
    return ["campaign", [x, y], [x + 4, y + 4]]
