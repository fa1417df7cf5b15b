@testable import DatasyncLive

extension ItemRow {
    static let secondLevel: [ItemRow] = [
        two(
            "the fields of the second level follow, and are nil until they come", [.now(#"{"k": {"a": 1}}"#)],
            ["snapshot key*=k, command*=ADD, a*=1, x*=nil", "end"], watched: ["+k"]),
        two(
            "the second level comes as an UPDATE of the snapshot of its own",
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
            ]),
        two(
            "a change of the second level is an UPDATE that changes only fields of that level",
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .second("k", #"{"x": 6}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
                "key=k, command=UPDATE, a=1, x*=6",
            ]),
        two(
            "a change of the first level leaves the second as it is",
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .now(#"{"k": {"a": 2}}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
                "key=k, command=UPDATE, a*=2, x=5",
            ]),
        two(
            "a change of the first level before the second came leaves its fields nil",
            [.now(#"{"k": {"a": 1}}"#), .now(#"{"k": {"a": 2}}"#), .second("k", #"{"x": 5}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "key=k, command*=UPDATE, a*=2, x=nil",
                "snapshot key=k, command=UPDATE, a=2, x*=5",
            ]),
        two(
            "a DELETE lists no field of the second level, and none has a value any more",
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .now("null")],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
                "key=k, command*=DELETE, a*=nil, x=nil",
            ], watched: ["+k", "-k"]),
        two(
            "a row that goes before its second level came", [.now(#"{"k": {"a": 1}}"#), .now("null")],
            ["snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "key=k, command*=DELETE, a*=nil, x=nil"],
            watched: ["+k", "-k"]),
        two(
            "what the second level says after the row went is not told",
            [.now(#"{"k": {"a": 1}}"#), .now("null"), .second("k", #"{"x": 5}"#)],
            ["snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "key=k, command*=DELETE, a*=nil, x=nil"]),
        two(
            "a row that comes again begins its second level anew, with a snapshot",
            [
                .now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .now("null"), .now(#"{"k": {"a": 1}}"#),
                .second("k", #"{"x": 5}"#),
            ],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
                "key=k, command*=DELETE, a*=nil, x=nil", "key*=k, command*=ADD, a*=1, x*=nil",
                "snapshot key=k, command*=UPDATE, a=1, x*=5",
            ], watched: ["+k", "-k", "+k"]),
        two(
            "a row that comes later is no snapshot, but its second level's first values are one",
            [.now("null"), .now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#)],
            ["end", "key*=k, command*=ADD, a*=1, x*=nil", "snapshot key=k, command*=UPDATE, a=1, x*=5"]),
        two(
            "a second level that is not there says nothing, and what comes later is no snapshot",
            [.now(#"{"k": {"a": 1}}"#), .second("k", "null"), .second("k", #"{"x": 5}"#)],
            ["snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "key=k, command*=UPDATE, a=1, x*=5"]),
        two(
            "a second level that goes is an UPDATE",
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .second("k", "null")],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
                "key=k, command=UPDATE, a=1, x*=nil",
            ]),
        two(
            "a change of the second level that no field asks for is no update",
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .second("k", #"{"x": 5, "z": 1}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "end", "snapshot key=k, command*=UPDATE, a=1, x*=5",
            ]),
        two(
            "each row has a second level of its own",
            [
                .now(#"{"k": {"a": 1}, "l": {"a": 2}}"#), .second("l", #"{"x": 6}"#), .second("k", #"{"x": 5}"#),
                .now(#"{"l": {"a": 2}}"#), .second("l", #"{"x": 7}"#),
            ],
            [
                "snapshot key*=k, command*=ADD, a*=1, x*=nil", "snapshot key*=l, command*=ADD, a*=2, x*=nil", "end",
                "snapshot key=l, command*=UPDATE, a=2, x*=6", "snapshot key=k, command*=UPDATE, a=1, x*=5",
                "key=k, command*=DELETE, a*=nil, x=nil", "key=l, command=UPDATE, a=2, x*=7",
            ], watched: ["+k", "+l", "-k"]),
        ItemRow(
            "a name that both levels bear is the first level's", .command, ["a", "b"], second: ["b", "x"],
            [
                .now(#"{"k": {"a": 1, "b": 2}}"#), .second("k", #"{"b": 3, "x": 4}"#),
                .second("k", #"{"b": 5, "x": 4}"#),
            ],
            [
                "snapshot key*=k, command*=ADD, a*=1, b*=2, b*=nil, x*=nil", "end",
                "snapshot key=k, command*=UPDATE, a=1, b=2, b*=3, x*=4",
                "key=k, command=UPDATE, a=1, b=2, b*=5, x=4",
            ]),
        ItemRow(
            "key and command on the second level are fields of it", .command, ["a"], second: ["key", "command"],
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"key": "x", "command": "y"}"#)],
            [
                "snapshot key*=k, command*=ADD, a*=1, key*=nil, command*=nil", "end",
                "snapshot key=k, command*=UPDATE, a=1, key*=x, command*=y",
            ]),
        ItemRow(
            "the dot and deeper places on the second level", .command, [], second: [".", "b/c"],
            [.now(#"{"k": 1}"#), .second("k", "7"), .second("k", #"{"b": {"c": 8}}"#)],
            [
                "snapshot key*=k, command*=ADD, .*=nil, b/c*=nil", "end",
                "snapshot key=k, command*=UPDATE, .*=7, b/c=nil",
                #"key=k, command=UPDATE, .*={"b":{"c":8}}, b/c*=8"#,
            ]),
        ItemRow(
            "two levels have patches on both", .command, ["a"], second: ["x"],
            [
                .now(#"{"k": {"a": {"p": 1, "q": 2}}}"#), .second("k", #"{"x": {"p": 1, "q": 2}}"#),
                .second("k", #"{"x": {"p": 1, "q": 3}}"#), .now(#"{"k": {"a": {"p": 1}}}"#),
            ],
            [
                #"snapshot key*=k, command*=ADD, a*={"p":1,"q":2}, x*=nil"#, "end",
                #"snapshot key=k, command*=UPDATE, a={"p":1,"q":2} by [], x*={"p":1,"q":2}"#,
                #"key=k, command=UPDATE, a={"p":1,"q":2} by [], "#
                    + #"x*={"p":1,"q":3} by [{"op":"replace","path":"/q","value":3}]"#,
                #"key=k, command=UPDATE, a*={"p":1} by [{"op":"remove","path":"/q"}], x={"p":1,"q":3} by []"#,
            ]),
        ItemRow(
            "a row that came again has no patch from before", .command, ["a"], second: ["x"],
            [.now(#"{"k": {"a": {"p": 1}}}"#), .now("null"), .now(#"{"k": {"a": {"p": 1}}}"#)],
            [
                #"snapshot key*=k, command*=ADD, a*={"p":1}, x*=nil"#, "end",
                "key=k, command*=DELETE, a*=nil, x=nil", #"key*=k, command*=ADD, a*={"p":1}, x*=nil"#,
            ]),
        ItemRow(
            "without a snapshot neither level tells what is there", .command, ["a"], second: ["x"], snapshot: .no,
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#)], [], watched: ["+k"]),
        ItemRow(
            "without a snapshot the first change of the second level lists every field", .command, ["a"],
            second: ["x"], snapshot: .no,
            [
                .now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .second("k", #"{"x": 6}"#),
                .second("k", #"{"x": 7}"#),
            ], ["key*=k, command*=UPDATE, a*=1, x*=6", "key=k, command=UPDATE, a=1, x*=7"]),
        ItemRow(
            "without a snapshot a row that goes is a DELETE", .command, ["a"], second: ["x"], snapshot: .no,
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .now("null")],
            ["key=k, command*=DELETE, a*=nil, x=nil"], watched: ["+k", "-k"]),
        ItemRow(
            "a second level without fields changes nothing", .command, ["a"], second: [],
            [.now(#"{"k": {"a": 1}}"#), .second("k", #"{"x": 5}"#), .now("null")],
            ["snapshot key*=k, command*=ADD, a*=1", "end", "key=k, command*=DELETE, a*=nil"]),
    ]

    /// Returns a row with the field `a` on the first level and `x` on the second.
    private static func two(
        _ name: String, _ steps: [ItemStep], _ lines: [String], watched: [String]? = nil
    ) -> ItemRow {
        ItemRow(name, .command, ["a"], second: ["x"], steps, lines, watched: watched)
    }
}
