# The game's part of bot/python's harness: the helpers that bots find in scope (docs/rules/blobs.md,
# What a bot gets), and a family, which calls the bot once for each of its blobs. It does what
# dialect.js does for bots in JavaScript.

import math

directions = ["north", "east", "south", "west"]


def taxiDist(a, b, k=1):
    """The distance along the axes; with k, the turns it takes at that speed."""
    return (abs(a[0] - b[0]) + abs(a[1] - b[1])) / k


def hypotDist(a, b):
    """The distance as the crow flies."""
    return math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


def modDir(dir, amt):
    """dir turned clockwise by 90 degrees amt times; what is no direction comes back as it is."""
    for prefix in ("", "split"):
        for i, name in enumerate(directions):
            if dir == prefix + name and (i + amt) % 4 in (0, 1, 2, 3):
                return prefix + directions[int((i + amt) % 4)]
    return dir


def sender(name):
    def send(amt):
        return Record(send=name, amt=amt)

    return send


helpers = {"taxiDist": taxiDist, "hypotDist": hypotDist, "modDir": modDir}
orders = {}  # what a bot may return, beside a transfer
for name in directions:
    helpers[name.capitalize()] = name
    helpers["Split" + name.capitalize()] = "split" + name
    helpers["Send" + name.capitalize()] = sender(name)
    orders[name] = ["move", name]
    orders["split" + name] = ["split", name]


class NoOrder(Exception):
    """A bot returned what is no order."""


def transfer(answer):
    """The order for a transfer; NoOrder if it is none."""
    amt = answer["amt"]
    if answer["send"] not in directions or type(amt) not in (int, float):
        raise NoOrder("answered %.60r, which is no transfer" % (answer,))
    try:
        amt = float(amt)
    except OverflowError:
        amt = math.inf
    if not math.isfinite(amt):
        raise NoOrder("answered a transfer of %r" % amt)
    return ["send", answer["send"], amt]


def order(answer):
    """What a bot returned, as docs/protocol.md has it; NoOrder if it is none."""
    if not answer:
        return None
    if type(answer) is str and answer in orders:
        return orders[answer]
    if isinstance(answer, (Record, dict)) and "send" in answer and "amt" in answer:
        return transfer(answer)
    raise NoOrder("answered %.60r, which is no order" % (answer,))


def record(value):
    """The objects of an observation as records."""
    return Record((name, record(part) if isinstance(part, dict) else part) for name, part in value.items())


class Seat:
    """A family: the storage of its blobs, for one round."""

    def __init__(self, bot, fault):
        self.bot, self.fault = bot, fault
        self.communal = Record()
        self.selves = {}  # storage.self by UID

    def turn(self, observation):
        self.selves = {b["me"]["uid"]: self.selves.get(b["me"]["uid"]) or Record() for b in observation["blobs"]}
        return [self.decide(observation["side"], blob) for blob in observation["blobs"]]

    def decide(self, side, blob):
        """The order of one blob. Whatever goes wrong, it then stands still."""
        try:
            me = record(blob["me"])
            near = Record((kind, [record(thing) for thing in things]) for kind, things in blob["near"].items())
            storage = Record({"self": self.selves[me.uid], "communal": self.communal})
            return order(self.bot(side, near, me, storage))
        except NoOrder as error:
            self.fault("malformed", error.args[0])
        except BaseException as error:  # sys.exit too
            self.fault("crash", error)
        return None
