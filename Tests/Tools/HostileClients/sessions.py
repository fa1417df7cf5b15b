"""Attacks by WebSocket sessions: many listens, sign-ins, conditional writes, and writes with many listeners."""

import json, os, selectors, statistics, time

from attack import attack
from bystander import Bystander
from flood import MARKER, Flood, Sink
from hostile import HTTP, MB, Ended, WebSocket, token

BYSTANDER = {"name": "a small node", "age": 1}


def children(count):
    return {f"k{index:06}": index for index in range(count)}


def windows(count, path="/node"):
    """Returns listens of different windows, each with one child of the node; none has a child after the last one."""
    for index in range(count):
        query = {"i": ".key", "sp": f"k{index * 90 // count:06}-{index}", "sin": True, "l": 1, "vf": "l"}
        yield "q", {"p": path, "q": query, "t": index + 1, "h": ""}


def put_times(server, path, count):
    """Returns the times in milliseconds of writes of one child."""
    times = []
    with HTTP(server.port) as writer:
        for index in range(count):
            begin = time.monotonic()
            response = writer.ask("PUT", f"{path}.json?print=silent", str(index))
            times.append((time.monotonic() - begin) * 1000)
            if response.status != 204:
                raise Ended(f"a write has the status {response.status}: {response.text[:100]}")
    return times


def end_sessions(run, readers):
    """Lets readers with many windows of one node disconnect together."""
    count = run.size(20_000, 1_000)
    with run.serve() as server:
        server.put("/node", children(100))
        server.put("/bystander", BYSTANDER)
        alone = statistics.median(put_times(server, "/node/z", 20))
        sessions = []
        for _ in range(readers):
            # Opened one after the other: an idle session does not answer the pings of the server.
            session = WebSocket(server.port)
            sessions.append(session)
            statuses = session.pipelined(windows(count), 500)
            if statuses != {"ok": count}:
                run.row(f"freeze: {count} listens", str(statuses), "all ok", False)
        held = statistics.median(put_times(server, "/node/z", 20))
        limit = run.milliseconds(max(2.0, alone * 3), 200)
        run.row(f"freeze: write, {readers} × {count:,} listens", f"{held:.2f} ms (without: {alone:.2f} ms)",
                f"≤ {limit:.1f} ms", held <= limit)
        with run.watched(f"freeze: end of {readers}", server, 20):
            time.sleep(0.2)
            for session in sessions:
                session.close()
            time.sleep(0.3)
            server.settle(100)


@attack("freeze")
def freeze(run):
    """A reader with many windows of one node disconnects."""
    end_sessions(run, 1)


@attack("freeze-three")
def freeze_three(run):
    """Three readers with many windows of one node disconnect together."""
    end_sessions(run, 3)


@attack("sign-ins")
def sign_ins(run):
    """A session with many listens, whose rules do not read `auth`, signs in again and again."""
    count, attempts = run.size(20_000, 500), run.size(5_000, 600)
    tokens = [token(f"user{index % 10}", number=index) for index in range(attempts)]
    with run.serve(rules={"rules": {".read": True}}, tokens=True) as server:
        server.put("/node", children(100))
        server.put("/bystander", BYSTANDER)
        session = WebSocket(server.port)
        session.pipelined(windows(count), 500)
        begin, end = time.monotonic(), "open"
        with run.watched("sign-ins", server, 20):
            try:
                session.pipelined((("auth", {"cred": text}) for text in tokens), attempts)
            except Ended as error:
                end = str(error)
        took = time.monotonic() - begin
        accepted = session.answered.get("ok", 0)
        run.row("sign-ins: accepted of one session",
                f"{accepted:,} of {attempts:,} in {took:.1f} s; {session.answered}; {end[:60]}",
                f"≤ {attempts // 5:,}, others refused", 0 < accepted <= attempts // 5)
        signed = WebSocket(server.port)
        status, _ = signed.request("auth", {"cred": token("grace")})
        run.row("sign-ins: of another session", status, "ok", status == "ok")


@attack("stale")
def stale(run):
    """Pipelined conditional writes whose hash does not match; an honest client does this after a long time offline."""
    count = run.size(2_000, 1_500)
    with run.serve() as server:
        server.put("/bystander", BYSTANDER)
        server.put("/counter", 1)
        session = WebSocket(server.port)
        requests = (("p", {"p": "/counter", "d": index, "h": "d29uZw=="}) for index in range(count))
        end = "open"
        with run.watched("stale", server, 20):
            try:
                session.pipelined(requests, count)
                session.request("g", {"p": "/counter"})
            except Ended as error:
                end = str(error)
        run.row("stale: responses", f"{session.answered}; {end}", f"{count:,} datastale, open",
                session.answered == {"datastale": count} and end == "open")


# The server cannot know that it denies a write here before it has read the data.
DENYING = {"rules": {"bystander": {".read": True, ".write": "auth == null"},
                     "mine": {".write": "auth.token.email == 'ada@example.org' && newData.child('x').isString()"}}}


def stored(directory):
    """Returns the bytes below a directory, and whether a file there contains the marker or the address of the token."""
    size, found = 0, False
    for folder, _, names in os.walk(directory):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                content = file.read()
            size += len(content.rstrip(b"\0"))  # Segments are preallocated.
            found = found or MARKER.encode() in content
    return size, found


@attack("denied")
def denied(run):
    """A flood of large writes that the rules deny, and of refused sign-ins: they leave nothing on the disk."""
    seconds, size = run.size(10, 2), run.size(9 * MB, MB)
    with run.serve(rules=DENYING, journal=True, tokens=True) as server:
        server.put("/bystander", BYSTANDER)
        data = os.path.join(server.directory, "data")
        quiet = Bystander(server, run.size(3, 20))
        time.sleep(seconds / 2)
        alone = quiet.stop().quantile(0.99)
        with Sink() as sink:
            beside = Bystander(server, run.size(3, 20))
            Flood(sink.port, seconds / 2, size).wait()
            sunk = beside.stop().quantile(0.99)
        before, _ = stored(data)
        others = Bystander(server, run.size(3, 20))
        server.is_watched = True
        statuses = Flood(server.port, seconds, size).wait()
        worst = others.stop().quantile(0.99)
        server.is_watched = False
        after, found = stored(data)
        run.row("denied: on the disk", f"{(after - before) // 1024} kB after {statuses['permission_denied']} writes of {size // MB} MB, {statuses}",
                "≤ 1,024 kB", after - before <= MB and set(statuses) <= {"permission_denied", "invalid_token", "ok", "too_many_requests"})
        run.row("denied: content", "found" if found else "not found", "not found", not found)
        # What the flood costs the machine, whoever receives it, is not the server's doing.
        limit = run.milliseconds(max(alone, sunk) * 1.5)
        run.row("denied: others", f"p99 {worst:.1f} ms (without: {alone:.1f} ms, flood elsewhere: {sunk:.1f} ms)",
                f"≤ {limit:.1f} ms", worst <= limit)


class Listeners:
    """Sessions and streams, of which the bytes are counted."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.clients = []

    def add(self, client):
        client.socket.setblocking(False)
        client.received = 0
        client.buffer.clear()
        self.clients.append(client)
        self.selector.register(client.socket, selectors.EVENT_READ, client)

    def read(self, quiet=0.5, limit=60.0):
        """Reads until nothing has arrived for a time."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            ready = self.selector.select(quiet)
            if not ready:
                return
            for key, _ in ready:
                try:
                    key.data.fill()
                except Ended:
                    self.selector.unregister(key.fileobj)

    def close(self):
        for client in self.clients:
            client.close()
        self.selector.close()


def open_listener(server, kind, count):
    if kind == "stream":
        client = HTTP(server.port)
        client.send(b"GET /room.json HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        status, _ = client.take_head()
        while b"\n\n" not in client.buffer:
            client.fill()
        return client
    client = WebSocket(server.port)
    body = {"p": "/room", "h": ""}
    if kind == "window":
        body.update(q={"i": ".key", "l": count // 2, "vf": "r"}, t=1)
    status, _ = client.request("q", body)
    if status != "ok":
        raise Ended(f"a listen has the status {status}")
    return client


@attack("merge-fanout")
def merge_fanout(run):
    """Merges above a node with many children and many listeners."""
    count, listeners, writes = run.size(10_000, 2_000), run.size(200, 10), run.size(10, 3)
    for kind in ("node", "window", "stream"):
        with run.serve() as server:
            server.put("/room", {f"k{index:06}": f"the text of the message {index}" for index in range(count)})
            server.put("/bystander", BYSTANDER)
            group = Listeners()
            for _ in range(listeners):
                group.add(open_listener(server, kind, count))
            group.read()
            for client in group.clients:
                client.received = 0
                client.buffer.clear()
            with run.watched(f"merge-fanout: {kind}", server), HTTP(server.port) as writer:
                for index in range(writes):
                    body = json.dumps({f"room/new{index}": "new", f"index/new{index}": True})
                    response = writer.ask("PATCH", "/.json?print=silent", body)
                    if response.status != 204:
                        raise Ended(f"a merge has the status {response.status}: {response.text[:100]}")
                    group.read(quiet=0.1)
                group.read()
            most = max(client.received for client in group.clients)
            last = f"new{writes - 1}".encode()
            informed = sum(1 for client in group.clients if last in client.buffer)
            run.at_most(f"merge-fanout: {kind}, each write", most // writes, 1_000, "bytes",
                        f"{informed}/{listeners} have the last")
            if informed < listeners:
                run.row(f"merge-fanout: {kind}, received", f"{informed} of {listeners}", "all", False)
            group.close()
