"""Attacks by connections: more than there are descriptors, all from one address, and those of foreign web pages."""

import re, resource, select, socket, time

from attack import attack
from hostile import HTTP, OWNER, Ended, Response, WebSocket, connect

BYSTANDER = {"name": "a small node", "age": 1}


# MARK: Descriptors


def state(client, timeout):
    """Returns whether an idle connection is open, ended, or refused with a response."""
    try:
        poll = select.poll()
        poll.register(client, select.POLLIN)
        if not poll.poll(timeout):
            return "open"
        data = client.recv(256)
        return "503" if b" 503 " in data else "ended" if not data else "other"
    except OSError:
        return "ended"


def share_of_processor(server, seconds):
    """Returns the share of one processor that the server uses, in per cent; the bystander's requests are a part of it."""
    before, since = server.cpu(), time.monotonic()
    time.sleep(seconds)
    return (server.cpu() - before) / (time.monotonic() - since) * 100


@attack("descriptors")
def descriptors(run):
    """More idle connections than the process may have descriptors."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for name, limits in (("soft limit", (1_024, hard)), ("hard limit", (1_024, 1_024))):
        with run.serve(ulimit=limits) as server:
            server.put("/bystander", BYSTANDER)
            control = HTTP(server.port, timeout=10)
            control.ask("GET", "/healthz")
            lines_before = server.log().count("\n")
            clients = []
            with run.watched(f"descriptors: {name}", server):
                begin = time.monotonic()
                usual = share_of_processor(server, run.size(2, 1))
                for _ in range(1_150):
                    try:
                        clients.append(connect(server.port, timeout=2))
                    except OSError:
                        break
                time.sleep(run.size(1, 0.5))
                share = share_of_processor(server, run.size(3, 1.5))
                states = [state(client, 0) for client in clients]
                counts = {text: states.count(text) for text in sorted(set(states))}
                with open(f"/proc/{server.pid}/limits") as file:
                    soft = int(re.search(r"Max open files +(\d+)", file.read()).group(1))
                ready = control.ask("GET", "/readyz")
                answers = answered(server, 3)
                lines = server.log().splitlines()[lines_before:]
            took = time.monotonic() - begin
            run.row(f"descriptors: {name}, processor", f"{share:.1f} %, before {usual:.1f} % ({took:.1f} s)", "≤ 5 % more",
                    share - usual <= 5)
            if name == "soft limit":
                run.row(f"descriptors: {name}, raised", f"{soft:,}; {len(clients):,} connections: {counts}",
                        "> 1,024, all open", soft > 1_024 and counts == {"open": 1_150})
                run.row(f"descriptors: {name}, a new client", answers, "200", answers == "200")
            else:
                run.row(f"descriptors: {name}, beyond", f"{len(clients):,} connections: {counts}; a new client: {answers}",
                        "refused at once, most open",
                        counts.get("open", 0) <= 1_024 and counts.get("open", 0) >= 900 and answers != "nothing")
                run.row(f"descriptors: {name}, /readyz", f"{ready.status} {ready.text.strip()[:60]}", "503 and a reason",
                        ready.status == 503 and len(ready.text.strip()) > 5)
                run.row(f"descriptors: {name}, log", f"{len(lines)} lines: {lines[0][:80] if lines else ''}", "1 to 3 lines",
                        1 <= len(lines) <= 3)
            for client in clients:
                client.close()
            time.sleep(1)
            answers = answered(server, 5)
            run.row(f"descriptors: {name}, after", f"a new client: {answers}; /readyz {control.ask('GET', '/readyz').status}",
                    "200, 200", answers == "200" and control.ask("GET", "/readyz").status == 200)


def answered(server, timeout):
    """Returns what a new client receives: a status, `ended`, or `nothing`."""
    try:
        with HTTP(server.port, timeout=timeout) as client:
            return str(client.ask("GET", "/healthz").status)
    except Ended as error:
        return "nothing" if "in time" in str(error) else "ended"
    except socket.timeout:
        return "nothing"
    except OSError:
        return "ended"


# MARK: Addresses


@attack("addresses")
def addresses(run):
    """One address takes most of the connections; those of this machine are not limited by address."""
    with run.serve(limits={"connections": 100}) as server:
        clients = [HTTP(server.port, timeout=5) for _ in range(60)]
        open_ = 0
        for client in clients:
            try:
                open_ += client.ask("GET", "/healthz").status == 200
            except Ended:
                pass
        run.row("addresses: loopback", f"{open_} of 60 are open, the limit is 100", "60", open_ == 60)
        for client in clients:
            client.close()


# MARK: Origins

FOREIGN = "https://evil.example"


def ask(server, method, target, headers, body=None):
    """Returns the response of a new connection; status 0 if it ends."""
    try:
        with HTTP(server.port, timeout=10) as client:
            return client.ask(method, target, body, headers)
    except (Ended, OSError) as error:
        return Response(0, {}, str(error).encode())


def handshake(server, headers):
    """Returns the status of a WebSocket handshake, and the text of a refusal."""
    try:
        with WebSocket(server.port, headers, timeout=10) as client:
            if client.status == 101:
                return 101, ""
            return client.status, client.take(int(client.headers.get("content-length", 0))).decode()
    except (Ended, OSError) as error:
        return 0, str(error)


def requests_of(server, origin, key):
    """Sends a request of each kind with an origin; returns pairs of a name and the response."""
    fields = {"Origin": origin, "Content-Type": "text/plain"}
    override = {**fields, "X-HTTP-Method-Override": "PUT"}
    place = f"/origins/{key}"
    yield "GET", ask(server, "GET", "/bystander.json", fields)
    yield "POST", ask(server, "POST", f"{place}.json", fields, "1")
    yield "PUT", ask(server, "PUT", f"{place}/put.json", fields, "1")
    yield "override by header", ask(server, "POST", f"{place}/header.json", override, "1")
    yield "override by parameter", ask(server, "POST", f"{place}/query.json?x-http-method-override=PUT", fields, "1")
    yield "DELETE", ask(server, "DELETE", f"{place}/put.json", fields)
    preflight = {**fields, "Access-Control-Request-Method": "PUT"}
    yield "OPTIONS", ask(server, "OPTIONS", f"{place}.json", preflight)


def statuses_of(server, origin, key):
    """Returns the statuses of a request of each kind, and of a handshake, with an origin."""
    statuses = [(name, response.status) for name, response in requests_of(server, origin, key)]
    return [*statuses, ("WebSocket", handshake(server, {"Origin": origin})[0])]


def statuses_with(server, field, values):
    """Returns the statuses of reads with different values of a header."""
    return [(value, ask(server, "GET", "/bystander.json", {field: value}).status) for value in values]


def summary(results):
    """Returns the statuses as a text."""
    return ", ".join(f"{name} {status}" for name, status in results)


@attack("origins")
def origins(run):
    """Requests that a browser sends for foreign web pages, by their origin or by a name that leads to this machine."""
    with run.serve() as server:
        server.put("/bystander", BYSTANDER)
        server.put("/origins", {"kept": 1})
        responses = list(requests_of(server, FOREIGN, "foreign"))
        status, text = handshake(server, {"Origin": FOREIGN})
        refused = [(name, response.status) for name, response in responses] + [("WebSocket", status)]
        run.row("origins: foreign", summary((n, s) for n, s in refused if s != 403) or "all refused", "403 of all",
                all(status == 403 for _, status in refused))
        named = sum("--allow-origin" in text for text in [response.text for _, response in responses] + [text])
        run.row("origins: foreign, the text", f"{named} of 8 name --allow-origin", "8", named == 8)
        kept = ask(server, "GET", f"/origins.json?auth={OWNER}", {}).text
        run.row("origins: foreign, writes", kept[:50], '{"kept":1}', kept == '{"kept":1}')
        nothing = statuses_of(server, "null", "null")
        run.row("origins: null", summary((n, s) for n, s in nothing if s != 403) or "all refused", "403 of all",
                all(status == 403 for _, status in nothing))
        own = f"http://127.0.0.1:{server.port}"
        others = ["http://app.localhost:8080", "http://127.0.0.1:3000", "http://[::1]:3000"]
        for index, origin in enumerate([own, f"http://localhost:{server.port}", *others]):
            results = statuses_of(server, origin, f"near{index}")
            wrong = [(name, status) for name, status in results if status not in (200, 204, 101)]
            name = origin.replace(str(server.port), "PORT")
            run.row(f"origins: {name}", summary(wrong) or "all accepted", "accepted", not wrong)
        near = ["http://localhost.evil.example", "http://127.0.0.1.evil.example:3000", "http://notlocalhost",
                "http://127.0.0.1@evil.example"]
        results = statuses_with(server, "Origin", near)
        run.row("origins: almost loopback", summary((o, s) for o, s in results if s != 403) or "all refused", "403 of all",
                all(status == 403 for _, status in results))
        foreign = statuses_with(server, "Host", ["evil.example", f"evil.example:{server.port}"])
        names = ["localhost", *(f"{name}:{server.port}" for name in ("localhost", "127.0.0.1", "[::1]"))]
        wrong = [(host, status) for host, status in foreign if status not in (403, 421)]
        wrong += [(host, status) for host, status in statuses_with(server, "Host", names) if status != 200]
        run.row("origins: Host", summary(wrong) or "as expected", "foreign 403 or 421, others 200", not wrong)
        status, _ = handshake(server, {"Host": "evil.example"})
        run.row("origins: Host of a WebSocket", f"{status}", "403 or 421", status in (403, 421))
    with run.serve(options=["--public-address", "db.example:9000"]) as server:
        server.put("/bystander", BYSTANDER)
        results = statuses_with(server, "Host", ["db.example:9000", "evil.example"])
        run.row("origins: --public-address", summary(results), "200, then 403 or 421",
                results[0][1] == 200 and results[1][1] in (403, 421))
    with run.serve(options=["--allow-origin", "https://good.example"]) as server:
        server.put("/bystander", BYSTANDER)
        results = statuses_with(server, "Origin", ["https://good.example", FOREIGN])
        run.row("origins: --allow-origin", summary(results), "200, then 403", [status for _, status in results] == [200, 403])
    with run.serve(rules=None, emulator=True) as server:
        results = statuses_of(server, FOREIGN, "emulator")
        wrong = [(name, status) for name, status in results if status not in (200, 204, 101)]
        run.row("origins: --emulator", summary(wrong) or "all accepted", "accepted", not wrong)
