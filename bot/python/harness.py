# The harness runs a bot that is a function in Python. It talks JSON lines for it (docs/protocol.md).
#
#   python3 -c HARNESS BOT PARAMETERS PRELUDE
#
# BOT is the path of the bot's file, PARAMETERS how many arguments its function takes, PRELUDE the
# game's own part, as source. The prelude finds Record in scope and must define
#
#   helpers    a dict: names that the bot finds in scope
#   Seat       a class, made once a match as Seat(bot, fault): bot is the function; fault(kind,
#              error) takes down what went wrong in part of an answer: kind is "crash" or
#              "malformed", error an exception or a text
#   Seat.turn  turn(observation) returns the action, as docs/protocol.md has it for the game
#
# The bot shares this process, so nothing here is safe from it; it is kept from doing harm without
# meaning to: what it prints goes to standard error, and its standard input is empty. What it means
# to do is the sandbox's business, and a wrong answer harms nobody but itself.

import collections.abc
import json
import os
import random
import sys
import traceback
import types


class Record(collections.abc.MutableMapping):
    """An object with attributes that are items too: r.energy and r["energy"] are the same."""

    def __init__(self, *args, **attributes):
        self.__dict__.update(*args, **attributes)

    def __getitem__(self, key):
        return self.__dict__[key]

    def __setitem__(self, key, value):
        self.__dict__[key] = value

    def __delitem__(self, key):
        del self.__dict__[key]

    def __iter__(self):
        return iter(self.__dict__)

    def __len__(self):
        return len(self.__dict__)

    def __bool__(self):
        return True  # as any object

    def __eq__(self, other):
        return self is other  # two pellets of the same energy are two

    def __hash__(self):
        return id(self) // 16

    def __repr__(self):
        return "{" + ", ".join("%s: %r" % item for item in self.__dict__.items()) + "}"


def take_streams():
    """Returns the protocol's streams. The bot's own are standard error, and nothing to read."""
    messages, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return messages, answers


def load(path, parameters, helpers):
    """Returns the bot's function: the last at the top of its file that takes so many arguments."""
    name = os.path.splitext(os.path.basename(path))[0]
    module = types.ModuleType(name)
    module.__file__ = path
    module.__dict__.update(helpers)
    with open(path, "rb") as file:
        source = file.read()
    sys.modules.setdefault(name, module)
    exec(compile(source, path, "exec"), module.__dict__)
    found = [f for f in module.__dict__.values() if is_bot(f, name, parameters)]
    if not found:
        raise TypeError("there is no function of %d parameters in it" % parameters)
    return max(found, key=lambda f: f.__code__.co_firstlineno)


def is_bot(f, module, parameters):
    if not isinstance(f, types.FunctionType) or f.__module__ != module:
        return False
    most, defaults = f.__code__.co_argcount, len(f.__defaults__ or ())
    return most - defaults <= parameters <= most


def told(error, path):
    """Says an error in one line, with the place in the bot's file."""
    if not isinstance(error, BaseException):
        return str(error)
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
    except BaseException:  # the error is a class of the bot's
        text = type(error).__name__
    line = None
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == path:
            line = number
    return text if line is None else "%s (%s:%d)" % (text, os.path.basename(path), line)


class Faults:
    """What went wrong in parts of one answer."""

    def __init__(self, path):
        self.path = path
        self.first = {}  # text by kind
        self.count = {}
        self.printed = set()

    def __call__(self, kind, error):
        text = told(error, self.path)[:300]
        self.first.setdefault(kind, text)
        self.count[kind] = self.count.get(kind, 0) + 1
        if text not in self.printed and len(self.printed) < 100:
            self.printed.add(text)
            print(text, file=sys.stderr)

    def take(self):
        """The faults since the last call, as docs/protocol.md has them; None for none."""
        if not self.first:
            return None
        kind = "crash" if "crash" in self.first else "malformed"
        text = self.first[kind]
        if len(self.first) > 1:
            text += "; also %d malformed, first %s" % (self.count["malformed"], self.first["malformed"])
        fault = {"kind": kind, "count": self.count[kind], "text": text}
        self.first, self.count = {}, {}
        return fault


def serve(messages, answers, start, play):
    """Answers the arena's messages until it is done."""

    def say(message):
        answers.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        answers.flush()

    for line in messages:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "start":
            start(message)
            say({"type": "ready"})
        elif kind == "turn":
            say(play(message))
        elif kind == "end":
            return


def main(path, parameters, prelude):
    messages, answers = take_streams()
    sys.argv = [path]
    rules = {"__name__": "prelude", "Record": Record}
    exec(compile(prelude, "prelude", "exec"), rules)
    fault = Faults(path)
    seats = []

    def start(message):
        random.seed(message["seed"])
        try:
            seats.append(rules["Seat"](load(path, parameters, rules["helpers"]), fault))
        except BaseException as error:
            print(told(error, path), file=sys.stderr)
            sys.stderr.flush()
            os._exit(1)  # whatever else the bot has begun

    def play(message):
        answer = {"turn": message["turn"], "action": seats[-1].turn(message["observation"])}
        wrong = fault.take()
        if wrong is not None:
            answer["fault"] = wrong
        return answer

    serve(messages, answers, start, play)
    os._exit(0)  # threads that the bot has left running end here


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
