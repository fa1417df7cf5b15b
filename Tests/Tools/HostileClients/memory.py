"""Attacks on the memory of the server: responses that nobody reads, and on-disconnect writes."""

import time

from attack import attack
from hostile import HTTP, MB, Connection, Ended, WebSocket, head

BYSTANDER = {"name": "a small node", "age": 1}


def machine_bound():
    """Returns the default bound of all outgoing bytes: a quarter of the memory of the machine or the group, at most 512 MiB."""
    bytes_ = 512 * MB * 4
    with open("/proc/meminfo") as file:
        bytes_ = min(bytes_, int(file.readline().split()[1]) * 1024)
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path) as file:
                bytes_ = min(bytes_, int(file.read()))
        except (OSError, ValueError):
            pass
    return bytes_ // 4


def wait_for_peak(server, limit=60.0):
    """Waits until the memory has not grown for two seconds."""
    end, highest, since = time.monotonic() + limit, 0, time.monotonic()
    while time.monotonic() < end and time.monotonic() - since < 2:
        time.sleep(0.1)
        if server.peak() > highest + MB:
            highest, since = server.peak(), time.monotonic()


def unread(run, kind, count, open_client):
    """Opens clients that ask for a large node and read nothing, and measures the memory until and after they close."""
    size, bound = run.size(9_500_000, 4_000_000), run.size(machine_bound(), 64 * MB)
    with run.serve({"totalOutgoingBytes": bound}) as server:
        server.put("/large", "x" * size)
        server.put("/bystander", BYSTANDER)
        server.settle()
        base = server.reset_peak()
        with run.watched(f"unread: {kind}", server):
            clients = []
            for _ in range(count):
                try:
                    clients.append(open_client(server))
                except (Ended, OSError):
                    pass  # A server at its bound may refuse connections.
            wait_for_peak(server)
        growth = server.peak() - base
        slow = server.metric("slow_clients_total")
        busy = sum(1 for client in clients if begins_with_refusal(client))
        for client in clients:
            client.close()
        left, passed = server.rss_within(base, 64 * MB, run.size(30, 10))
        run.at_most(f"unread: {kind}, memory", growth // MB, bound // MB + 64, "MB", f"{base // MB} MB before")
        # A server that holds little has no reason to end a connection.
        run.row(f"unread: {kind}, cut off", f"{slow} slow clients, {busy} refused with 503",
                "> 0 above 3/4 of the bound", slow + busy > 0 or growth < bound * 3 // 4)
        run.at_most(f"unread: {kind}, memory after", left // MB, 64, "MB", f"after {passed:.1f} s")


def begins_with_refusal(client):
    """Returns whether the first bytes that wait at a client are a response with status 503."""
    if isinstance(client, WebSocket):
        return False
    try:
        client.socket.settimeout(0.01)
        return b" 503 " in client.socket.recv(64)
    except OSError:
        return False


def open_gets(requests):
    def open_client(server):
        client = WebSocket(server.port, receive_buffer=4096)
        client.send(b"".join(client.request_frame("g", {"p": "/large"}) for _ in range(requests)))
        return client

    return open_client


def open_request(accept):
    def open_client(server):
        client = Connection(server.port, receive_buffer=4096)
        client.send(head("GET", "/large.json", {"Accept": accept}))
        return client

    return open_client


@attack("unread")
def unread_gets(run):
    """Sessions whose gets have large responses; together they are below the limit of one client, 64 MiB."""
    unread(run, "gets", run.size(30, 8), open_gets(run.size(6, 4)))


@attack("unread-rest")
def unread_rest(run):
    """Requests whose responses are large."""
    unread(run, "requests", run.size(200, 40), open_request("application/json"))


@attack("unread-streams")
def unread_streams(run):
    """Event streams of a large node."""
    unread(run, "streams", run.size(200, 40), open_request("text/event-stream"))


def register(server, session, path_of, count, size):
    """Registers on-disconnect writes, of which ten are unanswered at a time; returns the statuses."""
    text = "x" * size
    try:
        session.pipelined((("o", {"p": path_of(index), "d": f"{index}{text}"}) for index in range(count)), 10)
    except Ended as error:
        session.answered[str(error)[:60]] = 1
    return session.answered


@attack("on-disconnect")
def on_disconnect(run):
    """A session registers large on-disconnect writes: many at one path, and many at different ones."""
    count, size, most = run.size(200, 40), run.size(MB, MB // 2), run.size(20, 10)
    with run.serve() as server:
        server.put("/bystander", BYSTANDER)
        with WebSocket(server.port) as warm:
            register(server, warm, lambda index: "/warm", 4, size)
            warm.request("oc", {"p": "/warm", "d": None})
        server.settle()
        base = server.reset_peak()
        session = WebSocket(server.port)
        with run.watched("on-disconnect: one path", server):
            statuses = register(server, session, lambda index: "/one", count, size)
            server.settle()
        growth = (server.rss() - base) // MB
        run.at_most("on-disconnect: one path, memory", growth, most, "MB", f"{count} × {size / MB} MB: {statuses}")
        session.close()
        server.settle()
        with HTTP(server.port) as reader:
            value = reader.ask("GET", "/one.json").text[1:10].rstrip("x")
        run.row("on-disconnect: the last one runs", f"begins with {value}", f"{count - 1}", value == str(count - 1))
    with run.serve() as server:
        server.put("/bystander", BYSTANDER)
        server.settle()
        base = server.rss()
        session = WebSocket(server.port)
        with run.watched("on-disconnect: many paths", server):
            statuses = register(server, session, lambda index: f"/many/{index}", count, size)
            server.settle()
        growth = (server.rss() - base) // MB
        refused = sum(number for status, number in statuses.items() if status != "ok")
        run.row("on-disconnect: many paths", f"{statuses}, {growth} MB", "some refused, ≤ 100 MB",
                refused > 0 and growth <= 100)
        session.close()
