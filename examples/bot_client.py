"""A program takes a seat and plays a whole game: `python examples/bot_client.py http://localhost:8700 enghien`.

Give it the key of an invitation as well, and it sits down at that table instead of making one.
"""

import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url: str, body: dict[str, Any]) -> Any:
    with urlopen(Request(url, json.dumps(body).encode(), {"content-type": "application/json"})) as answer:
        return json.load(answer)


def play(server: str, game: str = "enghien", invitation: str = "") -> Any:
    """Sits down, decides at random whenever it is asked, and returns the final points."""
    if invitation:
        table, key = invitation.removeprefix("/table/").split("#")
        key = post(f"{server}/api/tables/{table}/join", {"name": "Random", "key": key})["key"]
    else:
        games = json.load(urlopen(f"{server}/api/games"))["games"]
        low, _ = next(each["seats"] for each in games if each["id"] == game)
        seats = [{"kind": "you", "name": "Random"}] + [{"kind": "bot", "level": "level1"}] * (low - 1)
        made = post(f"{server}/api/tables", {"game": game, "seats": seats})
        table, key = made["table"]["id"], made["key"]
    with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1, "key": key}))
        socket.send(json.dumps({"type": "share", "entropy": secrets.token_hex(16)}))  # our part of the shuffle
        for message in map(json.loads, socket):
            view = message.get("view")
            if view and view["choices"]:
                action = random.choice(view["choices"])["action"]
                socket.send(json.dumps({"type": "act", "ply": view["ply"], "actions": [action]}))
            if message["type"] == "over":
                return message["result"]["scores"]["totals"]
    raise ConnectionError("the server went away; connect again and go on")


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
