"""Attacks by the content of requests: large bodies, bodies in very small parts, and queries without an index."""

import json, select, statistics, subprocess, sys, time

from attack import attack
from hostile import HTTP, MB, Connection, Ended, WebSocket, head

BYSTANDER = {"name": "a small node", "age": 1}


# MARK: Bodies


def upload(server, target, body):
    """Sends a large PUT, and stops if the response arrives before its end; returns the response and its time.

    The time is from the last byte that was sent to the response.
    """
    with HTTP(server.port) as client:
        client.send(head("PUT", target, {}, len(body)))
        rest = memoryview(body)
        while rest:
            if select.select([client.socket], [], [], 0)[0]:
                break
            try:
                client.send(rest[: 1 << 18])
            except Ended:
                break
            rest = rest[1 << 18 :]
        last = time.monotonic()
        response = client.response()
        return response, (time.monotonic() - last) * 1000, len(rest)


@attack("bodies")
def bodies(run):
    """Large bodies that the server has to refuse: by its rules, or by the limits of its data."""
    million, memory = run.size(16, 1), run.size(100, 40)
    ones = b"[" + b"1," * (million * MB - 2) + b"1]"
    many = json.dumps({f"k{index:07}": 1 for index in range(run.size(1_000_000, 100_000))}).encode()
    deep = b'{"a":' * 200_000 + b"1" + b"}" * 200_000
    closed = {"rules": {"bystander": {".read": True}}}
    opened = {"rules": {".read": True, ".write": True}}
    cases = [
        ("denied", closed, "/list.json", ones, 401, "", 100),
        ("denied, an object", closed, "/list.json", many, 401, "", 100),
        ("children of a list", opened, "/place/list.json", ones, 400, "/place/list", 500),
        ("children", opened, "/place/node.json", many, 400, "/place/node", 500),
        ("depth", opened, "/place/deep.json", deep, 400, "deep", 500),
    ]
    for name, rules, target, body, status, place, limit in cases:
        with run.serve(rules=rules) as server:
            server.put("/bystander", BYSTANDER)
            base = server.reset_peak()
            with run.watched(f"bodies: {name}", server):
                response, took, unsent = upload(server, target, body)
            growth = (server.peak() - base) // MB
            text = response.text[:400]
            is_right = response.status in ((400, 413) if status == 400 else (status,)) and place in text
            figure = f"{response.status} after {took:,.0f} ms of {len(body) // MB} MB, {growth} MB"
            run.row(f"bodies: {name}", figure + (f", {unsent // MB} MB unsent" if unsent else ""),
                    f"{status}, ≤ {run.milliseconds(limit, 20_000)} ms, ≤ {memory} MB",
                    is_right and took <= run.milliseconds(limit, 20_000) and growth <= memory)
            if not is_right or (place and place not in text):
                print(f"    {text}")


# MARK: Small parts


def cost_of_parts(server, send, start, parts):
    """Returns the processor time in milliseconds that the server takes for small parts after `start` bytes."""
    client, part = send(server, start)
    server.settle(5)
    before = server.cpu()
    try:
        for index in range(0, parts, 50):
            client.send(part * 50)
            time.sleep(0.02)
        server.settle(60)
        return (server.cpu() - before) * 1000
    finally:
        client.close()
        server.settle(5)


def send_chunks(server, start):
    client = Connection(server.port)
    client.send(head("PUT", "/text.json", {"Transfer-Encoding": "chunked"}))
    client.send(f"{start:x}\r\n".encode() + b'"' + b"x" * (start - 1) + b"\r\n")
    return client, b"1\r\nx\r\n"


def send_fragments(server, start):
    client = WebSocket(server.port)
    client.send(client.frame(b'"' + b"x" * (start - 1), final=False))
    return client, client.frame(b"x", opcode=0, final=False)


def send_frames(server, start):
    client = WebSocket(server.port)
    size = 16_000
    client.send(client.frame(b"16000"))
    client.send(client.frame(b'"' + b"x" * (size - 1)) + client.frame(b"x" * size) * (start // size))
    return client, client.frame(b"x")


@attack("chunks")
def chunks(run):
    """Content that arrives in parts of one byte: chunks of a request, fragments of a message, and frames of a long message."""
    parts = run.size(500, 200)
    small, large = run.size((1, 16), (1, 4))
    for name, send in (("chunks", send_chunks), ("fragments", send_fragments), ("frames", send_frames)):
        with run.serve() as server:
            server.put("/bystander", BYSTANDER)
            cost_of_parts(server, send, MB // 16, parts)  # The first use costs more.
            low = cost_of_parts(server, send, small * MB, parts)
            high = cost_of_parts(server, send, large * MB, parts)
            with run.watched(f"chunks: {name}", server):
                cost_of_parts(server, send, large * MB, parts)
            limit = low * 3 + 20
            run.row(f"chunks: {name}, {parts} parts", f"{low:.1f} ms after {small} MB, {high:.1f} ms after {large} MB",
                    f"≤ {limit:.0f} ms", high <= limit)


@attack("unfinished")
def unfinished(run):
    """Connections that close within a message or a request: their memory goes back."""
    count, size = run.size((60, 2), (20, 1))
    for name, send in (("chunks", send_chunks), ("fragments", send_fragments), ("frames", send_frames)):
        with run.serve() as server:
            for _ in range(2):  # The first use costs more.
                send(server, size * MB)[0].close()
            server.settle()
            base = server.rss()
            for _ in range(count):
                client, part = send(server, size * MB)
                client.send(part)
                server.settle(1)
                client.close()
            growth, _ = server.rss_within(base, 10 * MB, 10)
            run.at_most(f"unfinished: {name}", growth // MB, 10, "MB", f"after {count} connections of {size} MB")


# MARK: Queries

READER = """
import sys, time
sys.path.insert(0, sys.argv[4])
from hostile import HTTP
end, count = time.monotonic() + float(sys.argv[3]), 0
with HTTP(int(sys.argv[1])) as client:
    while time.monotonic() < end:
        client.ask("GET", sys.argv[2])
        count += 1
print(count)
"""


def readers(server, target, count, seconds):
    """Lets processes send one request after the other; returns the number of responses."""
    place = __file__.rpartition("/")[0] or "."
    processes = [
        subprocess.Popen([sys.executable, "-c", READER, str(server.port), target, str(seconds), place],
                         stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    total = 0
    for process in processes:
        try:
            total += int(process.communicate(timeout=seconds + 60)[0] or 0)
        except (subprocess.TimeoutExpired, ValueError):
            process.kill()
            process.wait()
    return total


@attack("queries")
def queries(run):
    """Queries of a node with many children, with and without an index."""
    count, seconds = run.size(50_000, 10_500), run.size(4.0, 1.0)
    node = {f"k{index:06}": {"a": (index * 7919) % count, "b": index} for index in range(count)}
    target = '/node.json?orderBy="a"&limitToFirst=1'
    indexed = {"rules": {".read": True, "node": {".indexOn": ["a"]}}}
    for name, rules in (("undeclared", {"rules": {".read": True}}), ("declared", indexed), ("open", None)):
        with run.serve(rules=rules) as server:
            server.put("/node", node)
            server.put("/bystander", BYSTANDER)
            times, response = [], None
            with HTTP(server.port) as client:
                for _ in range(run.size(12, 5)):
                    begin = time.monotonic()
                    response = client.ask("GET", target)
                    times.append((time.monotonic() - begin) * 1000)
                with run.watched(f"queries: {name}, readers", server, 20):
                    total = readers(server, target, run.size(8, 4), seconds)
            first, middle = times[0], statistics.median(times[1:])
            figure = f"{response.status}, first {first:.1f} ms, then {middle:.1f} ms, together: {total / seconds:,.0f}/s"
            if name == "undeclared":
                is_met = response.status == 400 and ".indexOn" in response.text
                run.row("queries: undeclared", figure, "400 that names .indexOn", is_met)
            else:
                limit = run.milliseconds(5, 200)
                is_met = response.status == 200 and (name == "open" or middle <= limit)
                run.row(f"queries: {name}", figure, f"200, ≤ {limit} ms" if name != "open" else "200", is_met)
