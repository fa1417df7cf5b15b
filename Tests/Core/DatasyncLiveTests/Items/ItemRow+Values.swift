@testable import DatasyncLive

extension ItemRow {
    static let values: [ItemRow] = [
        merge("a string is told as it is", [#""x y""#], ["a*=x y"]),
        merge("an empty string is a value", [#""""#], ["a*="]),
        merge(
            "a number is told in its shortest form", ["1.50", "1e3", "-0", "0.1"],
            ["a*=1.5", "a*=1000", "a*=0", "a*=0.1"]),
        merge("a number that is written in another way is no change", ["1", "1.0", "1e0", "2"], ["a*=1", "a*=2"]),
        merge("true is not 1", ["true", "1", "false", "0"], ["a*=true", "a*=1", "a*=false", "a*=0"]),
        merge("a string is not the number that reads alike", ["1", #""1""#, "1"], ["a*=1", "a*=1", "a*=1"]),
        merge("a string is not the flag that reads alike", ["true", #""true""#], ["a*=true", "a*=true"]),
        merge("an object is told with its members in order", [#"{"b": 1, "a": "x"}"#], [#"a*={"a":"x","b":1}"#]),
        merge(
            "members are in the order of keys, numbers first", [#"{"b": 1, "10": 2, "9": 3}"#],
            [#"a*={"9":3,"10":2,"b":1}"#]),
        merge(
            "an object in another order is no change", [#"{"b": 1, "a": 2}"#, #"{"a": 2, "b": 1.0}"#],
            [#"a*={"a":2,"b":1}"#]),
        merge("an array is told as an object", [#"["x", 5]"#], [#"a*={"0":"x","1":5}"#]),
        merge("an array is no change from the object that it is", [#"[1]"#, #"{"0": 1}"#], [#"a*={"0":1}"#]),
        merge("nested values are told whole", [#"{"x": [{"y": true}]}"#], [#"a*={"x":{"0":{"y":true}}}"#]),
        merge("an empty object is nothing", [#"{"x": 1}"#, "{}"], [#"a*={"x":1}"#, "a*=nil"]),
        merge(
            "a string of JSON text is not that JSON, and is not patched",
            [#""{\"x\":1}""#, #"{"x": 1}"#, #""{\"x\":1}""#, #""{\"x\":2}""#],
            [#"a*={"x":1}"#, #"a*={"x":1}"#, #"a*={"x":1}"#, #"a*={"x":2}"#]),
        merge(
            "what a JSON text has to escape is escaped inside of objects only",
            [#""q\"q""#, #"{"x": "q\"q"}"#], [#"a*=q"q"#, #"a*={"x":"q\"q"}"#]),
        merge(
            "strings that look alike but have other scalars are different", [#""é""#, "\"e\u{301}\""],
            ["a*=é", "a*=e\u{301}"]),
    ]

    static let patches: [ItemRow] = [
        merge("the first value has no patch", [#"{"x": 1}"#], [#"a*={"x":1}"#]),
        merge(
            "a member that changes is replaced", [#"{"x": 1, "y": 2}"#, #"{"x": 1, "y": 3}"#],
            [#"a*={"x":1,"y":2}"#, #"a*={"x":1,"y":3} by [{"op":"replace","path":"/y","value":3}]"#]),
        merge(
            "a member that comes is added", [#"{"x": 1}"#, #"{"x": 1, "y": "t"}"#],
            [#"a*={"x":1}"#, #"a*={"x":1,"y":"t"} by [{"op":"add","path":"/y","value":"t"}]"#]),
        merge(
            "a member that goes is removed", [#"{"x": 1, "y": 2}"#, #"{"y": 2}"#],
            [#"a*={"x":1,"y":2}"#, #"a*={"y":2} by [{"op":"remove","path":"/x"}]"#]),
        merge(
            "a change deep inside is one operation",
            [#"{"x": {"y": {"z": 1, "w": 2}}}"#, #"{"x": {"y": {"z": 5, "w": 2}}}"#],
            [
                #"a*={"x":{"y":{"w":2,"z":1}}}"#,
                #"a*={"x":{"y":{"w":2,"z":5}}} by [{"op":"replace","path":"/x/y/z","value":5}]"#,
            ]),
        merge(
            "an element of an array is a member", [#"["p", "q", "r"]"#, #"["p", "s", "r"]"#],
            [
                #"a*={"0":"p","1":"q","2":"r"}"#,
                #"a*={"0":"p","1":"s","2":"r"} by [{"op":"replace","path":"/1","value":"s"}]"#,
            ]),
        merge(
            "an element that is appended is added", [#"["p"]"#, #"["p", "q"]"#],
            [#"a*={"0":"p"}"#, #"a*={"0":"p","1":"q"} by [{"op":"add","path":"/1","value":"q"}]"#]),
        merge(
            "a tilde in a name is escaped", [#"{"~": 1, "y": 2}"#, #"{"~": 3, "y": 2}"#],
            [#"a*={"y":2,"~":1}"#, #"a*={"y":2,"~":3} by [{"op":"replace","path":"/~0","value":3}]"#]),
        merge(
            "a member that becomes another kind of value is replaced", [#"{"x": 1, "y": 2}"#, #"{"x": true, "y": 2}"#],
            [#"a*={"x":1,"y":2}"#, #"a*={"x":true,"y":2} by [{"op":"replace","path":"/x","value":true}]"#]),
        merge(
            "an object that becomes a primitive, and one that comes from it, have no patch",
            [#"{"x": 1}"#, "5", #"{"x": 1}"#], [#"a*={"x":1}"#, "a*=5", #"a*={"x":1}"#]),
        merge(
            "an object that goes and comes again has no patch", [#"{"x": 1}"#, "null", #"{"x": 2}"#],
            [#"a*={"x":1}"#, "a*=nil", #"a*={"x":2}"#]),
        ItemRow(
            "a field that did not change has the empty patch when another did", .merge, ["a", "b"],
            [.now(#"{"a": {"x": 1}, "b": 1}"#), .now(#"{"a": {"x": 1.0}, "b": 2}"#)],
            [#"snapshot a*={"x":1}, b*=1"#, #"a={"x":1} by [], b*=2"#]),
        ItemRow(
            "each field has a patch of its own", .merge, ["a", "b"],
            [.now(#"{"a": {"x": 1}, "b": {"y": 1}}"#), .now(#"{"a": {"x": 2}, "b": {"y": 1, "z": 2}}"#)],
            [
                #"snapshot a*={"x":1}, b*={"y":1}"#,
                #"a*={"x":2} by [{"op":"replace","path":"/x","value":2}], "#
                    + #"b*={"y":1,"z":2} by [{"op":"add","path":"/z","value":2}]"#,
            ]),
        ItemRow(
            "a field that is read deep inside has a patch of its own", .merge, ["a/b"],
            [.now(#"{"a": {"b": {"x": 1}}}"#), .now(#"{"a": {"b": {"x": 2}}}"#)],
            [#"snapshot a/b*={"x":1}"#, #"a/b*={"x":2} by [{"op":"replace","path":"/x","value":2}]"#]),
        ItemRow(
            "the record itself has a patch", .merge, ["."],
            [.now(#"{"x": 1, "y": 2}"#), .now(#"{"x": 1, "y": 3}"#)],
            [
                #"snapshot .*={"x":1,"y":2}"#,
                #".*={"x":1,"y":3} by [{"op":"replace","path":"/y","value":3}]"#,
            ]),
        ItemRow(
            "without a snapshot the first update has no patch", .merge, ["a"], snapshot: .no,
            [.now(#"{"a": {"x": 1, "y": 1}}"#), .now(#"{"a": {"x": 2, "y": 1}}"#), .now(#"{"a": {"x": 3, "y": 1}}"#)],
            [
                #"a*={"x":2,"y":1}"#,
                #"a*={"x":3,"y":1} by [{"op":"replace","path":"/x","value":3}]"#,
            ]),
    ]

    /// A record with the field `a` that has these values in turn; the first line is its snapshot.
    private static func merge(_ name: String, _ values: [String], _ lines: [String]) -> ItemRow {
        ItemRow(
            name, .merge, ["a"], values.map { .now(#"{"a": \#($0)}"#) },
            lines.enumerated().map { $0.offset == 0 ? "snapshot " + $0.element : $0.element })
    }
}
