"""A sensor on the line protocol: python3 thermometer.py [HOST PORT [TOKEN]], and Ctrl-C to leave.

Ten times a second it measures, and writes the value with how old it is. With a nonce, which each answer gives anew, the gateway measures how long the way
there took, instead of assuming a bound. When anybody sets lab/fan, it hears of it and says so. Nothing is needed but Python 3.
"""
import math
import socket
import sys
import time

host, port, token = (sys.argv[1:] + ["127.0.0.1", "7331", "-"][len(sys.argv) - 1 :])[:3]
lines = socket.create_connection((host, int(port)), timeout=30).makefile("rw", encoding="utf-8", newline="\n")
number = 0


def say(line):
    """Sends a line, and waits for its answer. What was bound to is told in between."""
    global number
    number = 1 if line.startswith("hello") else number + 1
    lines.write(line + "\n")
    lines.flush()
    for answer in lines:
        kind, about, *rest = answer.split()
        if kind == "val":
            print("heard", " ".join(rest), flush=True)
        elif about == str(number):
            if kind == "err":
                sys.exit(answer.strip())
            return rest
    sys.exit("the gateway ended it")


print("in as", say(f"hello {token} Thermometer")[1], flush=True)
say("declare lab/temperature number unit=C good-for=1000")
say("declare lab/fan boolean")
say("bind lab/fan on-change")
nonce = say("nonce")[0]
try:
    while True:
        measured = time.monotonic()
        celsius = 21 + math.sin(measured)
        age = (time.monotonic() - measured) * 1000
        nonce = say(f"set lab/temperature {celsius:.2f} age={age:.0f} {nonce}")[0]
        time.sleep(0.1)
except KeyboardInterrupt:
    say("bye")
