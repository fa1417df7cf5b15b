"""A client that sends large writes, and a receiver that only reads them, for comparison; each in a process of its own."""

import json, os, re, socket, struct, subprocess, sys, time

from hostile import Ended, WebSocket, token

MARKER = "a-text-that-must-not-be-stored"


class Flood:
    """A flood of large writes to a port; the rules of the server deny them."""

    def __init__(self, port, seconds, size):
        arguments = [sys.executable, os.path.abspath(__file__), str(port), str(seconds), str(size)]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)

    def wait(self):
        """Waits for the end; returns the numbers of responses by their status."""
        text, _ = self.process.communicate(timeout=300)
        return json.loads(text)


class Sink:
    """A receiver that answers each write as soon as it has read its bytes: what a flood costs the machine itself."""

    def __enter__(self):
        arguments = [sys.executable, os.path.abspath(__file__), "sink"]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def flood(port, seconds, size):
    os.nice(10)  # So that the processors that the attack uses count less: its machine would be another one.
    value = {"x": 1, "text": MARKER + "x" * size}
    session = WebSocket(port)
    session.request("auth", {"cred": token("bob", email="ada@example.org")})
    client, count, statuses = "abcdef0123456789", 0, {}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        count += 1
        for action, body in (
            ("p", {"p": f"/mine/{MARKER}", "d": value, "w": [client, count, count]}),
            ("p", {"p": "/mine", "d": value}), ("o", {"p": "/mine", "d": value}),
            ("auth", {"cred": token("bob") + MARKER}), ("g", {"p": "/bystander"}),
        ):
            status = session.request(action, body)[0]
            statuses[status] = statuses.get(status, 0) + 1
    print(json.dumps(statuses))


def sink():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        connection, _ = listener.accept()
    stream = connection.makefile("rb")
    while stream.readline() != b"\r\n":
        pass
    connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    answer = lambda text: connection.sendall(struct.pack("!BB", 0x81, len(text)) + text.encode())
    answer('{"t":"c","d":{"t":"h","d":{}}}')
    while head := stream.read(2):
        size = head[1] & 0x7F
        if size >= 126:
            size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
        start = stream.read(4 + min(size, 64))
        missing = size - min(size, 64)
        while missing > 0:
            missing -= len(stream.read(min(missing, 1 << 16)))
        number = int(re.search(rb'"r":(\d+)', start).group(1))
        answer(f'{{"t":"d","d":{{"r":{number},"b":{{"s":"read","d":""}}}}}}')


if __name__ == "__main__":
    if sys.argv[1] == "sink":
        sink()
    else:
        flood(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
