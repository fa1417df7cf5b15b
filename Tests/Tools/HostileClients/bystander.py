"""The bystander of an attack: GET of a small node and of /healthz again and again, until a line arrives on standard input.

    bystander.py PORT PATH MILLISECONDS

Prints `ready`, and at the end a JSON object: the samples [begin, milliseconds, target, status], and the longest delay of a
sleep of this process, which shows how long the machine itself held it up.
"""

import json, os, select, subprocess, sys, time

from hostile import Ended, HTTP


class Bystander:
    """Another client, in a process of its own, that measures how long its requests take."""

    def __init__(self, server, pause=3, path="/bystander"):
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), str(server.port), path, str(pause)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def stop(self, limit=120.0):
        """Ends the measurement; returns the samples as (begin, milliseconds, target, status), and the delay of the machine."""
        try:
            text, _ = self.process.communicate("\n", timeout=limit)
            result = json.loads(text)
            self.samples, self.machine = result["samples"], result["machine"]
        except (subprocess.TimeoutExpired, ValueError):
            self.process.kill()
            self.process.wait()
            self.samples, self.machine = [[0, limit * 1000, "lost", 0]], 0
        return self

    def worst(self):
        return max((sample[1] for sample in self.samples), default=0.0)

    def failures(self):
        return sum(1 for sample in self.samples if sample[3] != 200)

    def quantile(self, part):
        times = sorted(sample[1] for sample in self.samples)
        return times[min(int(len(times) * part), len(times) - 1)] if times else 0.0


def measure(port, path, pause):
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -10)  # So that the processors that the attack uses do not count.
    except OSError:
        pass
    targets = [path + ".json", "/healthz"]
    connections = [HTTP(port), HTTP(port)]
    for connection, target in zip(connections, targets):
        connection.ask("GET", target)
    print("ready", flush=True)
    samples, machine, failed = [], 0.0, 0
    while failed < 100:
        for index, target in enumerate(targets):
            begin = time.monotonic()
            status = 0
            try:
                if connections[index] is None:
                    connections[index] = HTTP(port, timeout=10)
                response = connections[index].ask("GET", target)
                status = response.status
                if response.headers.get("connection", "").lower() == "close":
                    connections[index].close()
                    connections[index] = None
            except (Ended, OSError):
                if connections[index]:
                    connections[index].close()
                connections[index] = None
                failed += 1
            samples.append([begin, (time.monotonic() - begin) * 1000, target, status])
        begin = time.monotonic()
        if select.select([sys.stdin], [], [], pause)[0]:
            break
        machine = max(machine, (time.monotonic() - begin - pause) * 1000)
    if failed >= 100:
        sys.stdin.readline()
    print(json.dumps({"samples": samples, "machine": machine}))


if __name__ == "__main__":
    measure(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) / 1000)
