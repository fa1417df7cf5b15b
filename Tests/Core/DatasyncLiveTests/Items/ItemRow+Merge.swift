@testable import DatasyncLive

extension ItemRow {
    static let merge: [ItemRow] = [
        ItemRow(
            "a record that is there is one snapshot of all its fields", .merge, ["a", "b"],
            [.now(#"{"a": 1, "b": "x"}"#)], ["snapshot a*=1, b*=x"]),
        ItemRow(
            "a record that is not there is a snapshot without values", .merge, ["a", "b"], [.now("null")],
            ["snapshot a*=nil, b*=nil"]),
        ItemRow(
            "a record that holds none of the fields is a snapshot without values", .merge, ["a"],
            [.now(#"{"z": 1}"#)], ["snapshot a*=nil"]),
        ItemRow(
            "a field that changes is the one that is listed", .merge, ["a", "b"],
            [.now(#"{"a": 1, "b": 2}"#), .now(#"{"a": 1, "b": 3}"#)], ["snapshot a*=1, b*=2", "a=1, b*=3"]),
        ItemRow(
            "all fields that change at once are listed in one update", .merge, ["a", "b", "c"],
            [.now(#"{"a": 1, "b": 2, "c": 3}"#), .now(#"{"a": 4, "b": 2, "c": 6}"#)],
            ["snapshot a*=1, b*=2, c*=3", "a*=4, b=2, c*=6"]),
        ItemRow(
            "a change of what no field asks for is no update", .merge, ["a"],
            [.now(#"{"a": 1}"#), .now(#"{"a": 1, "z": 2}"#), .now(#"{"a": 2, "z": 2}"#)],
            ["snapshot a*=1", "a*=2"]),
        ItemRow(
            "a field that is removed is nil and changed", .merge, ["a", "b"],
            [.now(#"{"a": 1, "b": 2}"#), .now(#"{"b": 2}"#)], ["snapshot a*=1, b*=2", "a*=nil, b=2"]),
        ItemRow(
            "a field that comes later is changed", .merge, ["a", "b"],
            [.now(#"{"b": 2}"#), .now(#"{"a": 1, "b": 2}"#)], ["snapshot a*=nil, b*=2", "a*=1, b=2"]),
        ItemRow(
            "a record that is removed lists what had a value", .merge, ["a", "b"],
            [.now(#"{"a": 1}"#), .now("null")], ["snapshot a*=1, b*=nil", "a*=nil, b=nil"]),
        ItemRow(
            "a record that is removed and comes again goes on from nothing", .merge, ["a", "b"],
            [.now(#"{"a": 1, "b": 2}"#), .now("null"), .now(#"{"a": 1}"#)],
            ["snapshot a*=1, b*=2", "a*=nil, b*=nil", "a*=1, b=nil"]),
        ItemRow(
            "a record whose fields go one by one", .merge, ["a", "b"],
            [.now(#"{"a": 1, "b": 2}"#), .now(#"{"b": 2}"#), .now("null"), .now(#"{"z": 1}"#)],
            ["snapshot a*=1, b*=2", "a*=nil, b=2", "a=nil, b*=nil"]),
        ItemRow(
            "nothing is told before all of the record is known", .merge, ["a", "b"],
            [.part(#"{"a": 1}"#), .part(#"{"a": 2}"#), .now(#"{"a": 2, "b": 3}"#)], ["snapshot a*=2, b*=3"]),
        ItemRow(
            "without a snapshot the present values are not told", .merge, ["a"], snapshot: .no,
            [.now(#"{"a": 1}"#)], []),
        ItemRow(
            "without a snapshot the first change lists every field", .merge, ["a", "b"], snapshot: .no,
            [.now(#"{"a": 1, "b": 2}"#), .now(#"{"a": 3, "b": 2}"#), .now(#"{"a": 3, "b": 4}"#)],
            ["a*=3, b*=2", "a=3, b*=4"]),
        ItemRow(
            "without a snapshot a change of what no field asks for is no update", .merge, ["a"], snapshot: .no,
            [.now(#"{"a": 1}"#), .now(#"{"a": 1, "z": 2}"#), .now(#"{"a": 2}"#)], ["a*=2"]),
        ItemRow(
            "without a snapshot a record that comes is told with every field", .merge, ["a", "b"], snapshot: .no,
            [.now("null"), .now(#"{"a": 1}"#)], ["a*=1, b*=nil"]),
        ItemRow(
            "a snapshot of some length is a record's snapshot all the same", .merge, ["a"], snapshot: .length(0),
            [.now(#"{"a": 1}"#), .now(#"{"a": 2}"#)], ["snapshot a*=1", "a*=2"]),
        ItemRow(
            "a field deeper inside", .merge, ["a/b", "a/c"],
            [.now(#"{"a": {"b": 1, "c": 2}}"#), .now(#"{"a": {"b": 3, "c": 2, "z": 0}}"#)],
            ["snapshot a/b*=1, a/c*=2", "a/b*=3, a/c=2"]),
        ItemRow(
            "a field and a deeper place inside of it are fields of their own", .merge, ["a", "a/b"],
            [.now(#"{"a": {"b": 1, "c": 2}}"#), .now(#"{"a": {"b": 1, "c": 3}}"#)],
            [
                #"snapshot a*={"b":1,"c":2}, a/b*=1"#,
                #"a*={"b":1,"c":3} by [{"op":"replace","path":"/c","value":3}], a/b=1"#,
            ]),
        ItemRow(
            "a deeper place below a primitive is nil", .merge, ["a/b"],
            [.now(#"{"a": {"b": 1}}"#), .now(#"{"a": 5}"#), .now(#"{"a": 6}"#)], ["snapshot a/b*=1", "a/b*=nil"]),
        ItemRow(
            "the dot is the value itself", .merge, [".", "a"], [.now("5"), .now(#"{"a": 6}"#), .now(#""t""#)],
            ["snapshot .*=5, a*=nil", #".*={"a":6}, a*=6"#, ".*=t, a*=nil"]),
        ItemRow(
            "a record that becomes a primitive loses its fields", .merge, ["a"],
            [.now(#"{"a": 1}"#), .now("7")], ["snapshot a*=1", "a*=nil"]),
        ItemRow(
            "key and command are ordinary fields of a record", .merge, ["key", "command"],
            [.now(#"{"key": "k", "command": "c"}"#)], ["snapshot key*=k, command*=c"]),
        ItemRow(
            "the positions are those of the list, not of the alphabet", .merge, ["b", "a"],
            [.now(#"{"a": 1, "b": 2}"#), .now(#"{"a": 3, "b": 2}"#)], ["snapshot b*=2, a*=1", "b=2, a*=3"]),
    ]
}
