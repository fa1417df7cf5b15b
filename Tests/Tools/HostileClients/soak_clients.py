"""The clients of a soak: `soak_clients.py ordinary PORT` and `soak_clients.py hostile PORT`, until standard input ends.

The ordinary ones print the times of their requests in milliseconds each second. The hostile ones print a line for each attack
that ended unexpectedly, and one after each round and some quiet seconds.
"""

import json, os, select, sys, time

from content import send_chunks, send_fragments, upload
from hostile import HTTP, MB, Ended, WebSocket, connect, token
from memory import open_gets, open_request
from sessions import open_listener, windows

PERIOD = 0.2  # The time between two requests of an ordinary client.


def is_over(seconds=0.0):
    """Waits, and returns whether standard input has ended."""
    return bool(select.select([sys.stdin], [], [], seconds)[0])


def say(**members):
    print(json.dumps(members), flush=True)


# MARK: Ordinary clients


class Listener:
    """A session that listens to its node and a shared one, and writes to both."""

    def __init__(self, port, index):
        self.port, self.path, self.count = port, f"/ordinary/{index}", 0
        self.client = WebSocket(port, timeout=10)
        for path in (self.path, "/ordinary/shared"):
            self.client.request("q", {"p": path, "h": ""})

    def act(self):
        self.count += 1
        path = "/ordinary/shared/value" if self.count % 10 == 0 else f"{self.path}/value"
        status, _ = self.client.request("p", {"p": path, "d": self.count})
        return status == "ok"

    def close(self):
        self.client.close()


class Reader:
    """A client that reads small nodes, and sometimes writes one."""

    def __init__(self, port, index):
        self.path, self.count = f"/ordinary/r{index}.json", 0
        self.client = HTTP(port, timeout=10)

    def act(self):
        self.count += 1
        if self.count % 4 == 1:
            return self.client.ask("PUT", self.path, str(self.count)).status == 200
        return self.client.ask("GET", self.path).status == 200

    def close(self):
        self.client.close()


def ordinary(port):
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    except OSError:
        pass
    makers = [Listener] * 12 + [Reader] * 8
    clients = [maker(port, index) for index, maker in enumerate(makers)]
    due = [time.monotonic() + PERIOD * index / len(clients) for index in range(len(clients))]
    times, errors, report = [], 0, time.monotonic() + 1
    while True:
        index = min(range(len(clients)), key=due.__getitem__)
        if is_over(max(0.0, due[index] - time.monotonic())):
            break
        try:
            if clients[index] is None:
                clients[index] = makers[index](port, index)
            errors += not clients[index].act()
        except (Ended, OSError):
            errors += 1
            if clients[index]:
                clients[index].close()
            clients[index] = None
        # From the time at which the request was due: one that waits for a delayed one before it is late too.
        times.append(round((time.monotonic() - due[index]) * 1000, 3))
        due[index] = max(due[index] + PERIOD, time.monotonic() - 10)
        if time.monotonic() > report:
            say(times=times, errors=errors)
            times, errors, report = [], 0, time.monotonic() + 1
    say(times=times, errors=errors)


# MARK: Hostile clients


class Target:
    """The server as the functions of the attacks expect it."""

    def __init__(self, port):
        self.port = port


def leave(clients, seconds):
    """Closes clients after a time in which they read nothing."""
    is_over(seconds)
    for client in clients:
        client.close()


def freeze(target):
    session = WebSocket(target.port)
    session.pipelined(windows(2_000), 100)
    session.close()


def unread(target):
    leave([open_gets(6)(target) for _ in range(5)], 2)
    leave([open_request("application/json")(target) for _ in range(5)], 1)
    leave([open_request("text/event-stream")(target) for _ in range(5)], 1)


def bodies(target):
    response, _, _ = upload(target, "/closed/list.json", b"[" + b"1," * (4 * MB) + b"1]")
    if response.status != 401:
        raise Ended(f"a refused body has the status {response.status}")


def chunks(target):
    for send in (send_chunks, send_fragments):
        client, part = send(target, 2 * MB)
        for _ in range(10):
            client.send(part * 20)
            is_over(0.05)
        client.close()


def fanout(target):
    listeners = [open_listener(target, kind, 2_000) for kind in ("node", "node", "window", "stream", "stream")]
    with HTTP(target.port) as writer:
        for index in range(20):
            writer.ask("PATCH", "/.json?print=silent", json.dumps({f"room/new{index}": index, f"index/new{index}": index}))
            is_over(0.02)
        writer.ask("PATCH", "/room.json?print=silent", json.dumps({f"new{index}": None for index in range(20)}))
    leave(listeners, 0.2)


def queries(target):
    with HTTP(target.port) as reader:
        for _ in range(8):
            reader.ask("GET", '/many.json?orderBy="a"&limitToFirst=1')
            is_over(0.02)


def disconnects(target):
    session = WebSocket(target.port)
    session.pipelined((("o", {"p": "/disconnect", "d": f"{index}" + "x" * MB}) for index in range(20)), 2)
    session.close()


def sign_ins(target):
    session = WebSocket(target.port)
    session.pipelined(windows(500), 100)
    session.pipelined((("auth", {"cred": token(f"user{index % 5}")}) for index in range(300)), 100)
    session.close()


def stale(target):
    session = WebSocket(target.port)
    session.pipelined((("p", {"p": "/stale", "d": 1, "h": "d29uZw=="}) for _ in range(500)), 500)
    session.close()


def idle(target):
    clients = [connect(target.port) for _ in range(200)]
    for index, client in enumerate(clients):
        if index % 4 == 0:
            client.sendall(bytes(range(1, 200)))
    leave(clients, 0.5)


def hostile(port):
    os.nice(10)
    target = Target(port)
    while True:
        for attack in (freeze, unread, bodies, chunks, fanout, queries, disconnects, sign_ins, stale, idle):
            if is_over(0.5):
                return
            try:
                attack(target)
            except (Ended, OSError) as error:
                say(note=f"{attack.__name__}: {str(error)[:100]}")
        if is_over(5):
            return
        say(quiet=True)


if __name__ == "__main__":
    {"ordinary": ordinary, "hostile": hostile}[sys.argv[1]](int(sys.argv[2]))
