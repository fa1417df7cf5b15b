@testable import DatasyncLive

extension ItemRow {
    static let command: [ItemRow] = [
        ItemRow(
            "each row that is there is an ADD of the snapshot, and then it ends", .command, ["a"],
            [.now(#"{"k": {"a": 1}, "l": {"a": 2}}"#)],
            ["snapshot key*=k, command*=ADD, a*=1", "snapshot key*=l, command*=ADD, a*=2", "end"]),
        ItemRow("the snapshot of an empty list is its end", .command, ["a"], [.now("null")], ["end"]),
        ItemRow(
            "an ADD lists the fields that have no value too", .command, ["a", "b"], [.now(#"{"k": {"a": 1}}"#)],
            ["snapshot key*=k, command*=ADD, a*=1, b*=nil", "end"]),
        ItemRow(
            "the rows of the snapshot are in the order of the keys", .command, ["."],
            [.now(#"{"a": 1, "10": 2, "9": 3}"#)],
            [
                "snapshot key*=9, command*=ADD, .*=3", "snapshot key*=10, command*=ADD, .*=2",
                "snapshot key*=a, command*=ADD, .*=1", "end",
            ]),
        ItemRow(
            "a row that comes is an ADD, and no snapshot", .command, ["a"],
            [.now("null"), .now(#"{"k": {"a": 1}}"#)], ["end", "key*=k, command*=ADD, a*=1"]),
        ItemRow(
            "a row that changes is an UPDATE, and the command has changed with the first one", .command, ["a", "b"],
            [
                .now(#"{"k": {"a": 1, "b": 2}}"#), .now(#"{"k": {"a": 3, "b": 2}}"#),
                .now(#"{"k": {"a": 3, "b": 4}}"#),
            ],
            [
                "snapshot key*=k, command*=ADD, a*=1, b*=2", "end", "key=k, command*=UPDATE, a*=3, b=2",
                "key=k, command=UPDATE, a=3, b*=4",
            ]),
        ItemRow(
            "a row that goes is a DELETE of every field but the key", .command, ["a", "b"],
            [.now(#"{"k": {"a": 1}}"#), .now("null")],
            [
                "snapshot key*=k, command*=ADD, a*=1, b*=nil", "end", "key=k, command*=DELETE, a*=nil, b*=nil",
            ]),
        ItemRow(
            "a row that goes and comes again starts anew", .command, ["a"],
            [.now(#"{"k": {"a": 1}}"#), .now("null"), .now(#"{"k": {"a": 1}}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1", "end", "key=k, command*=DELETE, a*=nil",
                "key*=k, command*=ADD, a*=1",
            ]),
        ItemRow(
            "after a row came again its first change is an UPDATE from ADD", .command, ["a"],
            [.now(#"{"k": {"a": 1}}"#), .now("null"), .now(#"{"k": {"a": 1}}"#), .now(#"{"k": {"a": 2}}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1", "end", "key=k, command*=DELETE, a*=nil",
                "key*=k, command*=ADD, a*=1", "key=k, command*=UPDATE, a*=2",
            ]),
        ItemRow(
            "what changed is relative to the same key", .command, ["a"],
            [
                .now(#"{"k": {"a": 1}, "l": {"a": 1}}"#), .now(#"{"k": {"a": 2}, "l": {"a": 1}}"#),
                .now(#"{"k": {"a": 2}, "l": {"a": 2}}"#), .now(#"{"k": {"a": 3}, "l": {"a": 2}}"#),
            ],
            [
                "snapshot key*=k, command*=ADD, a*=1", "snapshot key*=l, command*=ADD, a*=1", "end",
                "key=k, command*=UPDATE, a*=2", "key=l, command*=UPDATE, a*=2", "key=k, command=UPDATE, a*=3",
            ]),
        ItemRow(
            "a change of what no field asks for is no update", .command, ["a"],
            [.now(#"{"k": {"a": 1}}"#), .now(#"{"k": {"a": 1, "z": 2}}"#), .now(#"{"k": {"a": 2, "z": 2}}"#)],
            ["snapshot key*=k, command*=ADD, a*=1", "end", "key=k, command*=UPDATE, a*=2"]),
        ItemRow(
            "one change of the list tells removals, then additions, then changes", .command, ["."],
            [.now(#"{"a": 1, "b": 2, "c": 3}"#), .now(#"{"b": 4, "c": 3, "d": 5}"#)],
            [
                "snapshot key*=a, command*=ADD, .*=1", "snapshot key*=b, command*=ADD, .*=2",
                "snapshot key*=c, command*=ADD, .*=3", "end", "key=a, command*=DELETE, .*=nil",
                "key*=d, command*=ADD, .*=5", "key=b, command*=UPDATE, .*=4",
            ]),
        ItemRow(
            "a list that is removed deletes every row", .command, ["."],
            [.now(#"{"a": 1, "b": 2}"#), .now("null")],
            [
                "snapshot key*=a, command*=ADD, .*=1", "snapshot key*=b, command*=ADD, .*=2", "end",
                "key=a, command*=DELETE, .*=nil", "key=b, command*=DELETE, .*=nil",
            ]),
        ItemRow(
            "nothing is told before the whole list is known", .command, ["."],
            [.part(#"{"a": 1}"#), .part(#"{"a": 2}"#), .now(#"{"a": 2, "b": 3}"#)],
            ["snapshot key*=a, command*=ADD, .*=2", "snapshot key*=b, command*=ADD, .*=3", "end"]),
        ItemRow(
            "a row that is known and gone before the whole list is known is not told", .command, ["."],
            [.part(#"{"a": 1}"#), .part("null"), .now(#"{"b": 3}"#)],
            ["snapshot key*=b, command*=ADD, .*=3", "end"]),
        ItemRow(
            "without a snapshot neither rows nor its end are told", .command, ["a"], snapshot: .no,
            [.now(#"{"k": {"a": 1}}"#)], []),
        ItemRow(
            "without a snapshot the first change of a row lists every field", .command, ["a", "b"], snapshot: .no,
            [
                .now(#"{"k": {"a": 1, "b": 1}}"#), .now(#"{"k": {"a": 2, "b": 1}}"#),
                .now(#"{"k": {"a": 2, "b": 3}}"#),
            ],
            ["key*=k, command*=UPDATE, a*=2, b*=1", "key=k, command=UPDATE, a=2, b*=3"]),
        ItemRow(
            "without a snapshot a row that was there is deleted like any", .command, ["a"], snapshot: .no,
            [.now(#"{"k": {"a": 1}}"#), .now("null"), .now(#"{"k": {"a": 1}}"#)],
            ["key=k, command*=DELETE, a*=nil", "key*=k, command*=ADD, a*=1"]),
        ItemRow(
            "a snapshot of some length holds every row", .command, ["."], snapshot: .length(1),
            [.now(#"{"a": 1, "b": 2}"#)],
            ["snapshot key*=a, command*=ADD, .*=1", "snapshot key*=b, command*=ADD, .*=2", "end"]),
        ItemRow(
            "a list that names key and command has them where it names them", .command, ["a", "command", "key"],
            [.now(#"{"k": {"a": 1}}"#), .now("null")],
            ["snapshot a*=1, command*=ADD, key*=k", "end", "a*=nil, command*=DELETE, key=k"]),
        ItemRow(
            "a list that names the command only has the key before all", .command, ["a", "command"],
            [.now(#"{"k": {"a": 1}}"#)], ["snapshot key*=k, a*=1, command*=ADD", "end"]),
        ItemRow(
            "a list that names the key only has the command before all", .command, ["a", "key"],
            [.now(#"{"k": {"a": 1}}"#)], ["snapshot command*=ADD, a*=1, key*=k", "end"]),
        ItemRow(
            "no fields at all leave key and command", .command, [],
            [.now(#"{"k": 1}"#), .now(#"{"k": 2}"#), .now("null")],
            ["snapshot key*=k, command*=ADD", "end", "key=k, command*=DELETE"]),
        ItemRow(
            "children that are called key and command do not hide those of the row", .command, ["a"],
            [.now(#"{"k": {"a": 1, "key": "x", "command": "y"}}"#)],
            ["snapshot key*=k, command*=ADD, a*=1", "end"]),
        ItemRow(
            "rows may be primitives", .command, [".", "a"],
            [.now(#"{"k": "text"}"#), .now(#"{"k": {"a": 1}}"#)],
            [
                "snapshot key*=k, command*=ADD, .*=text, a*=nil", "end",
                #"key=k, command*=UPDATE, .*={"a":1}, a*=1"#,
            ]),
        ItemRow(
            "a field deeper inside of a row", .command, ["a/b"],
            [.now(#"{"k": {"a": {"b": 1, "c": 1}}}"#), .now(#"{"k": {"a": {"b": 1, "c": 2}}}"#), .now(#"{"k": 4}"#)],
            ["snapshot key*=k, command*=ADD, a/b*=1", "end", "key=k, command*=UPDATE, a/b*=nil"]),
        ItemRow(
            "there are no patches on one level", .command, ["a"],
            [.now(#"{"k": {"a": {"x": 1, "y": 2}}}"#), .now(#"{"k": {"a": {"x": 1, "y": 3}}}"#)],
            [
                #"snapshot key*=k, command*=ADD, a*={"x":1,"y":2}"#, "end",
                #"key=k, command*=UPDATE, a*={"x":1,"y":3}"#,
            ]),
        ItemRow(
            "a number that is written in another way is no change of a row", .command, ["a"],
            [.now(#"{"k": {"a": 1}}"#), .now(#"{"k": {"a": 1.0}}"#)], ["snapshot key*=k, command*=ADD, a*=1", "end"]),
    ]
}
