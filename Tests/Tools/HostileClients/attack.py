"""Runs attacks and prints one row for each check. See the head of `run` for the arguments."""

import os, resource, signal, sys, traceback

from bystander import Bystander
from hostile import Ended, Server, StartFailure

PLACE = os.path.dirname(os.path.abspath(__file__))
ATTACKS = {}


def attack(name, limit=240):
    """Registers an attack, which must end within `limit` seconds."""

    def register(function):
        ATTACKS[name] = (function, limit)
        return function

    return register


class Run:
    """The rows of one run, and its size."""

    def __init__(self, short):
        self.short = short
        self.passed = self.failed = 0

    def size(self, full, short):
        return short if self.short else full

    def row(self, name, figure, goal, is_met):
        if is_met:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{name:<34} {figure:<52} {goal:<34} {'ok' if is_met else 'FAILED'}", flush=True)

    def at_most(self, name, number, limit, unit, note=""):
        """Checks an upper limit."""
        figure = f"{number:,.1f} {unit}" if isinstance(number, float) else f"{number:,} {unit}"
        self.row(name, figure + (f" ({note})" if note else ""), f"≤ {limit:,} {unit}", number <= limit)

    def milliseconds(self, full, short=3000):
        """Returns a limit of a time: a debug build, for which the short form is, needs many times as long."""
        return self.size(full, short)

    def serve(self, wanted_limits=None, **options):
        """Starts a server; limits that it does not know are left out."""
        if wanted_limits:
            limits = {**options.get("limits", {}), **wanted_limits}
            try:
                return Server(**{**options, "limits": limits})
            except StartFailure as failure:
                if not any(name in str(failure) for name in wanted_limits):
                    raise
        return Server(**options)

    def watched(self, name, server, limit=50, short=3000):
        """Measures other clients during a `with` block, and adds a row for their longest wait.

        The limit is 20 ms for attacks that use what the back end does for a session, and 50 ms for those with much data.
        """
        return Watch(self, name, server, self.milliseconds(limit, short))


class Watch:
    def __init__(self, run, name, server, limit):
        self.run, self.name, self.server, self.limit = run, name, server, limit

    def __enter__(self):
        # A debug build would have little time for anything else.
        self.bystander = Bystander(self.server, self.run.size(3, 20))
        self.server.is_watched = True
        return self.bystander

    def __exit__(self, kind, *_):
        if kind:
            self.bystander.process.kill()
            self.bystander.process.wait()
            return
        result = self.bystander.stop()
        self.server.is_watched = False
        worst, failures = result.worst(), result.failures()
        note = f"p99 {result.quantile(0.99):.1f}, machine {result.machine:.1f}, {failures} failed"
        figure = f"longest {worst:,.1f} ms ({note})"
        self.run.row(f"{self.name}: others", figure, f"≤ {self.limit} ms, 0 failed", worst <= self.limit and failures == 0)


def perform(name, run):
    function, limit = ATTACKS[name]

    def expire(*_):
        raise Ended(f"not finished after {limit} seconds")

    signal.signal(signal.SIGALRM, expire)
    signal.alarm(limit)
    try:
        function(run)
    except StartFailure as failure:
        print(f"the server did not start: {failure}", file=sys.stderr)
        stop_all()
        sys.exit(2)
    except Exception as error:
        own = [entry for entry in traceback.extract_tb(error.__traceback__) if os.path.dirname(entry.filename) == PLACE]
        where = next((entry for entry in reversed(own) if not entry.filename.endswith("hostile.py")), own[-1])
        run.row(f"{name}: ended early",
                f"{type(error).__name__}: {str(error)[:120]} ({os.path.basename(where.filename)}:{where.lineno})",
                "finishes", False)
    finally:
        signal.alarm(0)
        stop_all()


def stop_all():
    for server in list(Server.running):
        server.stop()


def main(arguments):
    import connections, content, memory, sessions  # noqa: F401  They register their attacks.

    short = "--short" in arguments
    names = [argument for argument in arguments if argument != "--short"]
    if names == ["list"]:
        print("\n".join([*ATTACKS, "soak"]))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        os.nice(5)  # The server and the bystander come first; this process has no figures of its own.
    except OSError:
        pass
    run = Run(short)
    try:
        if names[:1] == ["soak"]:
            import soak

            soak.soak(run, float(names[1]) if len(names) > 1 else 10.0)
        else:
            unknown = [name for name in names if name not in ATTACKS]
            if unknown:
                print(f"There is no attack {unknown[0]}; `run list` prints their names.", file=sys.stderr)
                return 64
            for name in names or ATTACKS:
                perform(name, run)
    finally:
        stop_all()
    print(f"{run.passed} passed, {run.failed} failed")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.modules["attack"] = sys.modules["__main__"]  # The attacks register with this module, not with a second one.
    sys.exit(main(sys.argv[1:]))
