"""Checks of the Python admin client against a server. Prints one line for each check: NAME<TAB>ok or the failure."""

import os
import queue
import sys
import threading

import firebase_admin
from firebase_admin import db


def check(name):
    def register(function):
        CHECKS.append((name, function))
        return function

    return register


CHECKS = []


@check("get of nothing")
def _():
    assert db.reference("nothing").get() is None


@check("set and get")
def _():
    db.reference("people").set({"ada": {"age": 36}, "bob": {"age": 20}, "eve": {"age": 50}})
    assert db.reference("people/ada/age").get() == 36
    assert db.reference("people").get(shallow=True) == {"ada": True, "bob": True, "eve": True}


@check("push and key")
def _():
    child = db.reference("list").push({"n": 1})
    assert child.key.startswith("-"), child.key
    assert child.get() == {"n": 1}


@check("update")
def _():
    db.reference("people/ada").update({"age": 37, "address/city": "London"})
    assert db.reference("people/ada").get() == {"age": 37, "address": {"city": "London"}}


@check("delete")
def _():
    db.reference("people/eve").delete()
    assert db.reference("people/eve").get() is None


@check("ETag")
def _():
    value, tag = db.reference("people/bob").get(etag=True)
    assert value == {"age": 20}, value
    assert db.reference("people/bob").get_if_changed(tag) == (False, None, None)
    assert db.reference("people/bob").set_if_unchanged("wrong", 1)[0] is False
    assert db.reference("people/bob").set_if_unchanged(tag, {"age": 21})[0] is True


@check("transaction")
def _():
    reference = db.reference("counter")
    reference.set(0)

    def count():
        for _ in range(10):
            reference.transaction(lambda present: (present or 0) + 1)

    threads = [threading.Thread(target=count) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reference.get() == 20, reference.get()


@check("queries")
def _():
    people = db.reference("q")
    people.set({"a": {"age": 30}, "b": {"age": 20}, "c": {"age": 40}})
    assert list(people.order_by_child("age").get()) == ["b", "a", "c"]
    assert list(people.order_by_child("age").limit_to_first(2).get()) == ["b", "a"]
    assert list(people.order_by_child("age").start_at(30).get()) == ["a", "c"]
    assert list(people.order_by_child("age").equal_to(40).get()) == ["c"]
    assert list(people.order_by_key().limit_to_last(1).get()) == ["c"]
    db.reference("v").set({"x": 3, "y": 1, "z": 2})
    assert list(db.reference("v").order_by_value().end_at(2).get()) == ["y", "z"]


@check("listen")
def _():
    events = queue.Queue()
    db.reference("live").set({"n": 0})
    registration = db.reference("live").listen(events.put)
    first = events.get(timeout=10)
    assert (first.event_type, first.path, first.data) == ("put", "/", {"n": 0}), vars(first)
    db.reference("live/n").set(1)
    second = events.get(timeout=10)
    assert (second.event_type, second.path, second.data) == ("put", "/n", 1), (second.path, second.data)
    db.reference("live").update({"m": 2})
    third = events.get(timeout=10)
    assert (third.event_type, third.path, third.data) == ("patch", "/", {"m": 2}), (third.path, third.data)
    # The client ends a stream with its next event.
    threading.Thread(target=registration.close, daemon=True).start()


@check("invalid data is an error")
def _():
    try:
        db.reference("x").set({"a/b": 1})
    except Exception as error:  # The classes differ between versions.
        assert "a/b" in str(error), error
    else:
        raise AssertionError("the write was accepted")


# The client signs in to an address of this form as the owner of an emulator.
firebase_admin.initialize_app(options={"databaseURL": f"{sys.argv[1]}/?ns=default"})
failures = 0
for name, function in CHECKS:
    try:
        function()
        print(f"{name}\tok", flush=True)
    except BaseException as error:
        failures += 1
        print(f"{name}\tFAILED: {type(error).__name__}: {error}", flush=True)
# Without waiting for the thread of the stream.
os._exit(1 if failures else 0)
