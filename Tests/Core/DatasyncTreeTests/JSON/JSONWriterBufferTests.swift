import Testing

@testable import DatasyncTree

@Suite("The buffer of the JSON writer")
struct JSONWriterBufferTests {
    /// Strings whose last bytes need from none to eight escapes, of the greatest length.
    private static let ends =
        (0...8).map { String(repeating: "\u{1}", count: $0) } + ["\"\\\"\\", "é", "12345678\u{1F}"]

    @Test("a string that ends anywhere around the end of the buffer is complete", arguments: ends)
    func strings(end: String) throws {
        for count in 900..<1_100 {
            let json = JSON.array([.string(String(repeating: "x", count: count)), .string(end), .number(-1.5e-300)])
            let text = json.text
            let expected =
                "[\"" + String(repeating: "x", count: count) + "\",\"" + escaped(end) + "\",-1.5e-300]"
            #expect(text == expected)
        }
    }

    @Test(
        "members, numbers and marks around the end of the buffer are complete, in JSON and in nodes", arguments: 0..<70)
    func members(offset: Int) throws {
        var members = [JSON.Member("a", .string(String(repeating: "x", count: offset)))]
        for index in 0..<60 {
            members.append(JSON.Member("k\(index + 10)\u{2}", .number(index % 2 == 0 ? Double(index) : 1.25e-7)))
            members.append(JSON.Member("l\(index + 10)", [["": nil]]))
            members.append(JSON.Member("m\(index + 10)", .string("\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}")))
        }
        let text = JSON.object(members).text
        #expect(
            text == "{" + members.map { "\"\(escaped($0.name))\":\(naiveText($0.value))" }.joined(separator: ",") + "}")
        // The keys of a node have no control characters.
        let node = try Node(
            .object(members.filter { !$0.name.contains("\u{2}") && !$0.value.isArray }))
        let ordered = node.children.map { "\"\($0.key.text)\":\(naiveText($0.value.primitive?.json ?? .null))" }
        #expect(node.text == "{" + ordered.joined(separator: ",") + "}")
    }

    @Test(
        "integers of every length have all their digits",
        arguments: (0..<16).flatMap { length -> [Double] in
            let power = (0..<length).reduce(1.0) { value, _ in value * 10 }
            return [power - 1, power, power + 1, (power * 1.23456789).rounded(), 9 * power]
        } + [9_007_199_254_740_991, 9_007_199_254_740_992])
    func integers(number: Double) {
        #expect(
            JSON.number(number).text == "\(Int64(number))"
                && JSON.number(-number).text == (number == 0 ? "0" : "-\(Int64(number))"))
    }

    @Test("priorities around the end of the buffer are complete", arguments: 0..<70)
    func priorities(offset: Int) throws {
        var node = Node.null
        node.set(.string(String(repeating: "x", count: offset)), at: try Path("/a"))
        var expected = ["\"a\":\"\(String(repeating: "x", count: offset))\""]
        for index in 10..<60 {
            let path = try Path("/k\(index)")
            node.set(Node.number(1.25e-7).withPriority(.string("\u{4}\u{4}\u{4}\u{4}")), at: path)
            let priority = String(repeating: "\\u0004", count: 4)
            expected.append("\"k\(index)\":{\".value\":1.25e-7,\".priority\":\"\(priority)\"}")
        }
        var bytes: [UInt8] = []
        JSONWriter.write(to: &bytes) { $0.write(node, withPriorities: true) }
        #expect(String(decoding: bytes, as: UTF8.self) == "{" + expected.joined(separator: ",") + "}")
    }

    private func naiveText(_ json: JSON) -> String {
        switch json.content {
        case .string(let text): "\"\(escaped(text))\""
        case .number(let number): number == number.rounded() ? "\(Int64(number))" : "1.25e-7"
        default: "[{\"\":null}]"
        }
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                return "\\u00" + (digits.count == 1 ? "0" : "") + digits
            default: return String(scalar)
            }
        }.joined()
    }
}

extension JSON {
    fileprivate var isArray: Bool { if case .array = content { true } else { false } }
}
