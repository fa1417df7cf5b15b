"""All suitable attacks again and again beside 20 ordinary clients, on one server with a journal."""

import json, os, select, subprocess, sys, time

from hostile import MB

PLACE = os.path.dirname(os.path.abspath(__file__))
RULES = {"rules": {".read": True, "closed": {".write": False}, "$other": {".write": True}, "index": {".write": True}}}


def prepare(server):
    server.put("/large", "x" * (2 * MB))
    server.put("/node", {f"k{index:06}": index for index in range(100)})
    server.put("/room", {f"k{index:06}": f"the text of the message {index}" for index in range(2_000)})
    server.put("/many", {f"k{index:06}": {"a": index} for index in range(12_000)})


class Lines:
    """The lines of the standard output of a process, without waiting for them."""

    def __init__(self, name, port):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(PLACE, "soak_clients.py"), name, str(port)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, bufsize=0)
        self.buffer = b""

    def read(self, seconds):
        """Returns the lines of the next seconds."""
        end, lines = time.monotonic() + seconds, []
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.process.stdout], [], [], rest)[0]:
                break
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                time.sleep(max(0, end - time.monotonic()))
                break
            self.buffer += data
            *whole, self.buffer = self.buffer.split(b"\n")
            lines += [json.loads(line) for line in whole]
        return lines

    def stop(self):
        """Ends the process after its current work; returns its last lines."""
        try:
            text, _ = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            text, _ = self.process.communicate()
        return [json.loads(line) for line in (self.buffer + text).split(b"\n") if line]


def soak(run, minutes):
    seconds = minutes * 60
    # A short run compares with the memory after a quarter of its time.
    first_after = min(120, seconds / 4)
    with run.serve(rules=RULES, journal=True, tokens=True) as server:
        prepare(server)
        ordinary, hostile = Lines("ordinary", server.port), Lines("hostile", server.port)
        begin = time.monotonic()
        times, errors, quiet, rounds = [], 0, [], 0
        try:
            while (passed := time.monotonic() - begin) < seconds:
                waiting = time.monotonic() + min(10, seconds - passed)
                recent, words = [], []
                while (rest := waiting - time.monotonic()) > 0.01:
                    for line in hostile.read(min(0.5, rest)):
                        if "quiet" in line:
                            rounds += 1
                            quiet.append((time.monotonic() - begin, server.rss()))
                        else:
                            words.append(line["note"])
                    for line in ordinary.read(0.01):
                        recent += line["times"]
                        errors += line["errors"]
                times += recent
                print(f"{time.monotonic() - begin:6.0f} s  {describe(recent)}  {server.rss() // MB} MB  {rounds} rounds"
                      + "".join(f"\n          {word}" for word in sorted(set(words))), flush=True)
        finally:
            hostile.stop()
            for line in ordinary.stop():
                times += line.get("times", [])
                errors += line.get("errors", 0)
        server.settle()
        last, _ = server.rss_within(0, 0, 10)
        base = next((memory for at, memory in quiet if at >= first_after), quiet[0][1] if quiet else last)
        print(f"all: {describe(times)}; memory when quiet: {', '.join(str(memory // MB) for _, memory in quiet[-10:])} MB")
        run.row("soak: ordinary clients", f"p99 {quantile(times, 0.99):.1f} ms of {len(times):,}", "≤ 20 ms",
                bool(times) and quantile(times, 0.99) <= 20)
        run.row("soak: failures of ordinary clients", f"{errors}", "0", errors == 0)
        run.row("soak: memory", f"{base // MB} MB after {first_after:.0f} s, {last // MB} MB at the end", "≤ 10 % more",
                last <= base * 1.1)
        run.row("soak: rounds of the attacks", f"{rounds}", "> 0", rounds > 0)


def quantile(times, part):
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0


def describe(times):
    if not times:
        return "no requests"
    return (f"{len(times):6,} requests: p50 {quantile(times, 0.5):6.2f} ms, p99 {quantile(times, 0.99):7.2f} ms, "
            f"longest {max(times):8.1f} ms")
