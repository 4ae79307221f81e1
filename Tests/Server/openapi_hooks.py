"""What Schemathesis cannot know by itself: fresh keys, matches that are there, and versions that are current.

Loaded by its command line, in a process of its own; `BATON_URL` names the server. With `BATON_MEMBER` the requests
are those of a player who has open matches, whose identifiers and versions are put into what is well-formed.
"""

import http.client
import json
import os
import random
import re
import uuid

import schemathesis

HOST = os.environ["BATON_URL"].split("//")[1].strip("/")
COOKIE = os.environ.get("BATON_MEMBER")
OTHER = os.environ.get("BATON_OTHER")
MATCH = re.compile(r"[0-7][0-9a-hjkmnp-tv-z]{25}\Z")
KEY = re.compile(r"[!-~]{1,64}\Z")
MADE = [
    {"game": "reversi", "clock": "fischer 600000 5000 600000", "vacation": 1000},
    {"game": "carried", "seats": 3}, {"game": "story", "seats": 2}, {"game": "carried", "spectators": "delayed-2"},
]

connection = http.client.HTTPConnection(HOST, timeout=20)


def ask(method, path, body=None, cookie=COOKIE):
    headers = {"Cookie": cookie, "Idempotency-Key": str(uuid.uuid4())}
    connection.request(method, path, body and json.dumps(body), headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


class World:
    """Matches of the member and another player; one that has ended is replaced."""

    def __init__(self):
        self.matches = [None] * len(MADE)
        self.other = OTHER and ask("GET", "/v1/me", cookie=OTHER)[1]["id"]

    def choose(self):
        index = random.randrange(len(MADE))
        if self.matches[index]:
            status, view = ask("GET", f"/v1/matches/{self.matches[index]}")
            if status == 200 and view["status"] != "ended":
                return view
        status, made = ask("POST", "/v1/matches", MADE[index])
        if status != 201:
            return None
        for _ in range(MADE[index].get("seats", 2) - 1):
            ask("POST", f"/v1/matches/{made['match']}/join", {}, OTHER)
        self.matches[index] = made["match"]
        return ask("GET", f"/v1/matches/{made['match']}")[1]


world = World() if COOKIE else None


@schemathesis.hook
def before_call(context, case, kwargs):
    if KEY.match(str((case.headers or {}).get("Idempotency-Key", ""))):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    query = case.query or {}
    if str(query.get("wait", "")).isdigit() and 0 < int(query["wait"]) <= 25:
        # What waits holds the run up.
        query["wait"] = 0
    parameters = case.path_parameters or {}
    if not world or not MATCH.match(str(parameters.get("match", ""))) or random.random() < 0.1:
        return
    view = world.choose()
    if not view:
        return
    parameters["match"] = view["id"]
    body = case.body
    if isinstance(body, dict):
        if isinstance(body.get("version"), int) and 0 <= body["version"] < 2**63 and random.random() < 0.9:
            body["version"] = view["version"]
        if MATCH.match(str(body.get("player", ""))) and random.random() < 0.5:
            body["player"] = world.other
        if isinstance(body.get("move"), str) and random.random() < 0.5:
            body["move"] = random.choice(["d3", "c4", "f5", 'write "x"', 'write "é" end', "pass"])
