"""A program takes a seat and plays: `python examples/bot_client.py http://localhost:8700 enghien [INVITATION]`."""

import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url: str, body: dict[str, Any]) -> Any:
    return json.load(urlopen(Request(url, json.dumps(body).encode(), {"content-type": "application/json"})))


def play(server: str, game: str, invitation: str = "") -> Any:
    """Sits down (at a new table unless invited), decides at random when asked, and returns the final points."""
    fewest = {each["id"]: each["seats"][0] for each in json.load(urlopen(f"{server}/api/games"))["games"]}
    seats = [{"kind": "open"}, *[{"kind": "bot", "level": "level1"}] * (fewest[game] - 1)]
    href = invitation or post(f"{server}/api/tables", {"game": game, "seats": seats})["links"][0]["href"]
    table, key = href.removeprefix("/table/").split("#")
    key = post(f"{server}/api/tables/{table}/join", {"name": "Random", "key": key})["key"]  # ours alone from now on
    with connect(f"ws{server.removeprefix('http')}/api/tables/{table}/socket", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 2, "key": key}))
        socket.send(json.dumps({"type": "share", "entropy": secrets.token_hex(16)}))  # our part of the shuffle
        for message in map(json.loads, socket):
            view = message.get("view")
            if view and view["choices"]:
                action = random.choice(view["choices"])["action"]
                socket.send(json.dumps({"type": "act", "ply": view["ply"], "actions": [action]}))
            if message["type"] == "over":
                return message["result"]["scores"]["totals"]


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
