@testable import DatasyncLive

extension ItemRow {
    static let distinct: [ItemRow] = [
        ItemRow(
            "the snapshot is every message, and then it ends", .distinct, ["a"],
            [.now(#"{"1": {"a": "x"}, "2": {"a": "y"}}"#)], ["snapshot a*=x", "snapshot a*=y", "end"]),
        ItemRow("the snapshot of no messages is its end", .distinct, ["a"], [.now("null")], ["end"]),
        ItemRow(
            "a snapshot of a length is the last messages", .distinct, ["a"], snapshot: .length(2),
            [.now(#"{"1": {"a": 1}, "2": {"a": 2}, "3": {"a": 3}}"#)], ["snapshot a*=2", "snapshot a*=3", "end"]),
        ItemRow(
            "a snapshot of more than there are is all of them", .distinct, ["a"], snapshot: .length(9),
            [.now(#"{"1": {"a": 1}}"#)], ["snapshot a*=1", "end"]),
        ItemRow(
            "a snapshot of length 0 is only its end", .distinct, ["a"], snapshot: .length(0),
            [.now(#"{"1": {"a": 1}}"#)], ["end"]),
        ItemRow(
            "without a snapshot nothing is told of what is there", .distinct, ["a"], snapshot: .no,
            [.now(#"{"1": {"a": 1}}"#)], []),
        ItemRow(
            "without a snapshot the first message lists every field", .distinct, ["a", "b"], snapshot: .no,
            [
                .now(#"{"1": {"a": 1}}"#), .now(#"{"1": {"a": 1}, "2": {"a": 1}}"#),
                .now(#"{"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1, "b": 2}}"#),
            ], ["a*=1, b*=nil", "a=1, b*=2"]),
        ItemRow(
            "a message is compared to the one before", .distinct, ["a", "b"],
            [.now(#"{"1": {"a": 1, "b": 1}, "2": {"a": 1, "b": 2}}"#)],
            ["snapshot a*=1, b*=1", "snapshot a=1, b*=2", "end"]),
        ItemRow(
            "a message that says the same again is an update without changes", .distinct, ["a"],
            [.now(#"{"1": {"a": 1}}"#), .now(#"{"1": {"a": 1}, "2": {"a": 1}}"#)], ["snapshot a*=1", "end", "a=1"]),
        ItemRow(
            "a message that changes or goes is no update", .distinct, ["a"],
            [.now(#"{"1": {"a": 1}, "2": {"a": 2}}"#), .now(#"{"1": {"a": 3}}"#), .now("null")],
            ["snapshot a*=1", "snapshot a*=2", "end"]),
        ItemRow(
            "a message that goes and comes again is a message", .distinct, ["a"],
            [.now(#"{"1": {"a": 1}}"#), .now("null"), .now(#"{"1": {"a": 1}}"#)], ["snapshot a*=1", "end", "a=1"]),
        ItemRow(
            "several messages at once come in the order of their keys", .distinct, ["."],
            [.now("null"), .now(#"{"10": "b", "9": "a", "x": "c"}"#)], ["end", ".*=a", ".*=b", ".*=c"]),
        ItemRow(
            "nothing is told before all messages are known", .distinct, ["."],
            [.part(#"{"2": "b"}"#), .now(#"{"1": "a", "2": "b"}"#)], ["snapshot .*=a", "snapshot .*=b", "end"]),
        ItemRow(
            "a field of JSON is patched from message to message", .distinct, ["a"],
            [.now("null"), .now(#"{"1": {"a": {"x": 1, "y": 2}}}"#), .now(#"{"2": {"a": {"x": 1, "y": 2, "z": 3}}}"#)],
            [
                "end", #"a*={"x":1,"y":2}"#,
                #"a*={"x":1,"y":2,"z":3} by [{"op":"add","path":"/z","value":3}]"#,
            ]),
        ItemRow(
            "key and command are ordinary fields of a message", .distinct, ["key", "command"],
            [.now(#"{"1": {"key": "k"}}"#)], ["snapshot key*=k, command*=nil", "end"]),
    ]

    static let raw: [ItemRow] = [
        ItemRow(
            "the first event is an update, and no snapshot", .raw, ["a", "b"], [.now(#"{"a": 1}"#)],
            ["a*=1, b*=nil"]),
        ItemRow(
            "nothing there is an update too", .raw, ["a"], [.now("null"), .now(#"{"a": 1}"#)], ["a*=nil", "a*=1"]),
        ItemRow(
            "every value is an update, with what changed since the one before", .raw, ["a", "b"],
            [.now(#"{"a": 1, "b": 2}"#), .now(#"{"a": 3, "b": 2}"#), .now("null")],
            ["a*=1, b*=2", "a*=3, b=2", "a*=nil, b*=nil"]),
        ItemRow(
            "a change of what no field asks for is an update without changes", .raw, ["a"],
            [.now(#"{"a": 1}"#), .now(#"{"a": 1, "z": 2}"#)], ["a*=1", "a=1"]),
        ItemRow(
            "an acknowledgement is an update without changes", .raw, ["a"], [.now(#"{"a": 1}"#), .acknowledged],
            ["a*=1", "a=1"]),
        ItemRow(
            "whether a snapshot was asked for makes no difference", .raw, ["a"], snapshot: .no,
            [.now(#"{"a": 1}"#), .now(#"{"a": 2}"#)], ["a*=1", "a*=2"]),
        ItemRow(
            "a length makes no difference either, and no end is told", .raw, ["."], snapshot: .length(1),
            [.now("1"), .acknowledged, .now("null")], [".*=1", ".=1", ".*=nil"]),
        ItemRow(
            "a field of JSON is patched from event to event", .raw, ["a"],
            [.now(#"{"a": {"x": 1, "y": 2}}"#), .acknowledged, .now(#"{"a": {"y": 2}}"#)],
            [#"a*={"x":1,"y":2}"#, #"a={"x":1,"y":2} by []"#, #"a*={"y":2} by [{"op":"remove","path":"/x"}]"#]),
    ]
}
