"""Servers, connections and measurements that all attacks share."""

import base64, hashlib, hmac, json, os, re, resource, select, shutil, socket, struct, subprocess, tempfile, time

MB = 1 << 20
OWNER = "the-secret-of-the-owner-0123456789"
TOKEN_SECRET = "the-secret-of-the-issuer-0123456789abcdef"
OPEN = {"rules": {".read": True, ".write": True}}


class Ended(Exception):
    """The other side has closed the connection, or a time limit has passed."""


# MARK: Servers


class Server:
    """A fresh server; its data are in memory unless the options name a directory."""

    running = []

    def __init__(self, rules=OPEN, options=(), limits=None, journal=False, emulator=False, tokens=False, ulimit=None):
        self.directory = tempfile.mkdtemp(prefix="hostile.")
        settings = {"port": 0, "logLevel": "info"}
        if emulator:
            settings["emulator"] = True
        else:
            settings["adminSecretFile"] = self.file("owner", OWNER)
        if rules is not None:
            settings["rules"] = self.file("rules.json", json.dumps(rules))
        if journal:
            settings["data"] = os.path.join(self.directory, "data")
        else:
            settings["memory"] = True
        if tokens:
            settings["tokens"] = {"secret": self.file("issuer", TOKEN_SECRET)}
        if limits:
            settings["limits"] = limits
        self.log_path = os.path.join(self.directory, "log")
        config = self.file("config.json", json.dumps(settings))
        command = [os.environ["DATASYNC"], "serve", "--config", config, *options]

        def prepare():
            if ulimit:
                resource.setrlimit(resource.RLIMIT_NOFILE, ulimit)

        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, preexec_fn=prepare)
        Server.running.append(self)
        ready, _, _ = select.select([self.process.stdout], [], [], 30)
        line = self.process.stdout.readline().decode() if ready else ""
        match = re.search(r":(\d+)\s*$", line)
        if not match:
            text = self.log()
            self.stop()
            raise StartFailure(text.strip() or "the server did not start")
        self.port = int(match.group(1))
        self.pid = self.process.pid
        self.has_owner = not emulator
        self.is_watched = False

    def file(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def stop(self):
        """Kills the process; its data go with it."""
        if self in Server.running:
            Server.running.remove(self)
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    # Measurements

    def _status(self, field):
        with open(f"/proc/{self.pid}/status") as file:
            for line in file:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) * 1024
        raise Ended("the server has ended: " + self.log()[-500:])

    def rss(self):
        """Returns the resident memory in bytes."""
        return self._status("VmRSS")

    def peak(self):
        """Returns the highest resident memory since `reset_peak`, in bytes."""
        return self._status("VmHWM")

    def reset_peak(self):
        with open(f"/proc/{self.pid}/clear_refs", "w") as file:
            file.write("5")
        return self.rss()

    def cpu(self):
        """Returns the processor time of all threads in seconds."""
        total = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{thread}/schedstat") as file:
                    total += int(file.read().split()[0])
            except OSError:
                pass  # The thread has ended meanwhile.
        return total / 1e9

    def settle(self, limit=30.0):
        """Waits until the server is idle for 0.2 seconds, but for the bystander; returns whether it became so."""
        end, before, quiet = time.monotonic() + limit, self.cpu(), 0
        idle = 0.3 * 0.05 if self.is_watched else 0.002
        while time.monotonic() < end:
            time.sleep(0.05)
            now = self.cpu()
            quiet = quiet + 1 if now - before < idle else 0
            before = now
            if quiet >= 4:
                return True
        return False

    def rss_within(self, base, margin, limit=30.0):
        """Waits until the memory is at most `margin` above `base`; returns the memory above it, and the time."""
        begin = time.monotonic()
        while True:
            growth, passed = self.rss() - base, time.monotonic() - begin
            if growth <= margin or passed > limit:
                return growth, passed
            time.sleep(0.25)

    def log(self):
        with open(self.log_path, errors="replace") as file:
            return file.read()

    def metric(self, name):
        text = self.ask("GET", "/metrics").text
        match = re.search(rf"^datasync_{name} (\d+)", text, re.M)
        return int(match.group(1)) if match else 0

    # Requests of the owner

    def ask(self, method, target, body=None, headers=None):
        with HTTP(self.port) as connection:
            return connection.ask(method, target, body, headers)

    def put(self, path, value):
        """Writes a value as the owner; a node above the limit of a write is written in parts."""
        auth = f"auth={OWNER}&" if self.has_owner else "auth=owner&"
        parts = [value]
        if isinstance(value, dict) and len(value) > 20_000:
            items = list(value.items())
            parts = [dict(items[index : index + 10_000]) for index in range(0, len(items), 10_000)]
        with HTTP(self.port) as connection:
            for index, part in enumerate(parts):
                response = connection.ask(
                    "PATCH" if index else "PUT", f"{path}.json?{auth}print=silent", json.dumps(part))
                if response.status != 204:
                    raise Ended(f"PUT {path}: {response.status} {response.text[:200]}")


class StartFailure(Exception):
    """The server could not be started; the text is its log."""


# MARK: Connections


def connect(port, receive_buffer=None, timeout=60.0):
    client = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if receive_buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    client.settimeout(timeout)
    client.connect(("127.0.0.1", port))
    return client


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode(errors="replace")


class Connection:
    """A connection with a buffer of what has arrived."""

    def __init__(self, port, receive_buffer=None, timeout=60.0):
        self.port = port
        self.socket = connect(port, receive_buffer, timeout)
        self.buffer = bytearray()
        self.received = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Ended(str(error)) from None

    def fill(self, timeout=None):
        """Waits for more bytes."""
        if timeout is not None:
            self.socket.settimeout(max(timeout, 0.001))
        try:
            data = self.socket.recv(1 << 18)
        except socket.timeout:
            raise Ended("nothing arrived in time") from None
        except OSError as error:
            raise Ended(str(error)) from None
        if not data:
            raise Ended("the server has closed the connection")
        self.received += len(data)
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.fill()
        data = bytes(self.buffer[:count])
        del self.buffer[:count]
        return data

    def take_head(self):
        """Reads the head of a response; returns its status and headers."""
        while (end := self.buffer.find(b"\r\n\r\n")) < 0:
            self.fill()
        lines = self.take(end + 4).decode("latin-1").split("\r\n")
        headers = dict((name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines[1:] if line))
        return int(lines[0].split()[1]), headers


def head(method, target, headers, length=None, host="127.0.0.1"):
    fields = {"Host": host, **(headers or {})}
    if length is not None:
        fields["Content-Length"] = str(length)
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {target} HTTP/1.1\r\n{lines}\r\n".encode()


class HTTP(Connection):
    """A kept connection for requests."""

    def ask(self, method, target, body=None, headers=None):
        data = body.encode() if isinstance(body, str) else body
        length = len(data) if data is not None else (0 if method in ("PUT", "POST", "PATCH") else None)
        host = (headers or {}).get("Host", f"127.0.0.1:{self.port}")
        try:
            self.send(head(method, target, headers, length, host) + (data or b""))
        except Ended:
            pass  # A response may have been sent before the end of the request.
        return self.response(method)

    def response(self, method="GET"):
        status, headers = self.take_head()
        while status == 100:
            status, headers = self.take_head()
        has_body = method != "HEAD" and status not in (204, 304)
        body = self.take(int(headers.get("content-length", 0))) if has_body else b""
        return Response(status, headers, body)


class WebSocket(Connection):
    """A session of a namespace. The mask of all frames is 0, so that they carry their text as it is."""

    def __init__(self, port, headers=None, receive_buffer=None, timeout=60.0):
        super().__init__(port, receive_buffer, timeout)
        self.number = 0
        fields = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13", **(headers or {}),
        }
        self.send(head("GET", "/.ws?v=5&ns=default", fields, host=fields.get("Host", f"127.0.0.1:{port}")))
        self.status, self.headers = self.take_head()
        if self.status == 101:
            self.hello = self.message()

    @staticmethod
    def frame(data, opcode=1, final=True):
        size = len(data)
        first = opcode | (0x80 if final else 0)
        if size < 126:
            start = struct.pack("!BB", first, 0x80 | size)
        elif size < 65_536:
            start = struct.pack("!BBH", first, 0x80 | 126, size)
        else:
            start = struct.pack("!BBQ", first, 0x80 | 127, size)
        return start + b"\0\0\0\0" + data

    def request_text(self, action, body):
        """Returns the text of the next request."""
        self.number += 1
        return json.dumps({"t": "d", "d": {"r": self.number, "a": action, "b": body}}, separators=(",", ":")).encode()

    def request_frame(self, action, body):
        return self.frame(self.request_text(action, body))

    def request(self, action, body):
        """Sends a request and waits for its response; returns its status and the pushes before it."""
        self.send(self.request_frame(action, body))
        pushes = []
        while True:
            message = self.message()
            data = message.get("d") or {}
            if data.get("r") == self.number:
                return data["b"]["s"], pushes
            pushes.append(data)

    def raw_frame(self):
        """Returns the opcode and the data of the next frame."""
        first, second = self.take(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", self.take(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.take(8))
        return first & 0x0F, self.take(size)

    def text(self):
        """Returns the data of the next text frame; raises `Ended` with the code of a close frame."""
        while True:
            opcode, data = self.raw_frame()
            if opcode == 1:
                return data
            if opcode == 9:
                self.send(self.frame(data, opcode=10))
            if opcode == 8:
                code = struct.unpack("!H", data[:2])[0] if len(data) >= 2 else 0
                raise Ended(f"closed with {code}: {data[2:].decode(errors='replace')}")

    def message(self):
        """Returns the next message; a long one arrives as a number and that many frames."""
        data = self.text()
        if data.isdigit():
            data = b"".join(self.text() for _ in range(int(data)))
        return json.loads(data)

    def pipelined(self, requests, in_flight):
        """Sends requests with at most `in_flight` of them unanswered; returns how often each status was received.

        Raises `Ended` if the connection ends; `answered` has the statuses until then.
        """
        self.answered = {}
        waiting, rest = 0, iter(requests)
        more = True
        while more or waiting:
            batch = []
            while more and waiting < in_flight:
                request = next(rest, None)
                if request is None:
                    more = False
                else:
                    batch.append(self.request_frame(*request))
                    waiting += 1
            if batch:
                self.send(b"".join(batch))
            if not waiting:
                break
            data = self.message().get("d") or {}
            if "r" in data:
                status = data["b"]["s"]
                self.answered[status] = self.answered.get(status, 0) + 1
                waiting -= 1
        return self.answered


def token(uid="ada", **claims):
    """Returns a token for a user, signed with HS256."""

    def part(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    body = {"sub": uid, "iat": int(time.time()), "exp": int(time.time()) + 3600, **claims}
    text = part(b'{"alg":"HS256","typ":"JWT"}') + b"." + part(json.dumps(body).encode())
    return (text + b"." + part(hmac.new(TOKEN_SECRET.encode(), text, hashlib.sha256).digest())).decode()
