import DatasyncTree
import Testing

@Suite("Limits of the data")
struct LimitsTests {
    @Test("the defaults are those of the specification")
    func defaults() {
        let limits = Limits()
        #expect(limits.children == 50_000)
        #expect(limits.keyBytes == 10 * 1024 * 1024)
        #expect(limits.string == 10 * 1024 * 1024)
        #expect(limits.write == 10 * 1024 * 1024)
        #expect(limits.listen == 10 * 1024 * 1024)
        #expect(Path.maximumDepth == 32)
    }

    @Test("a write at its limit is accepted, one byte more refused with path, size, limit and remedy")
    func write() throws {
        var limits = Limits()
        limits.write = 7
        #expect(throws: Never.self) { try limits.check(.string("abcde"), at: Path("/p")) }
        let error = dataError { try limits.check(.string("abcdé"), at: Path("/p")) }
        #expect(error?.code == .tooLarge)
        #expect(error?.path == "/p")
        #expect(
            error?.message == "The value written at /p takes 8 bytes; the limit for one write is 7. Write it in parts.")
    }

    @Test("a string is measured in bytes of UTF-8, at any path")
    func string() throws {
        var limits = Limits()
        limits.string = 4
        let value = try node("{\"a\":{\"b\":\"éé\",\"c\":\"ééx\"},\"d\":123456789}")
        let error = dataError { try limits.check(value, at: Path("/p")) }
        #expect(error?.code == .tooLarge)
        #expect(error?.path == "/p/a/c")
        #expect(error?.message == "The string at /p/a/c takes 5 bytes; the limit is 4. Split it.")
        limits.string = 5
        #expect(throws: Never.self) { try limits.check(value, at: Path("/p")) }
    }

    @Test("a string at the limit is accepted although its quotes go beyond")
    func quotes() {
        var limits = Limits()
        limits.string = 3
        #expect(throws: Never.self) { try limits.check(.string("abc"), at: .root) }
        #expect(throws: DatasyncError.self) { try limits.check(.string("abcd"), at: .root) }
    }

    @Test("children are counted, the error names the node, both numbers and the remedy")
    func children() throws {
        var limits = Limits()
        limits.children = 2
        #expect(throws: Never.self) {
            try limits.checkChildren(of: node("{\"a\":1,\"b\":{\"c\":1,\"d\":1}}"), at: .root)
        }
        let error = dataError { try limits.checkChildren(of: node("[1,2,3]"), at: Path("/p")) }
        #expect(error?.code == .tooLarge)
        #expect(error?.path == "/p")
        #expect(error?.message == "The node /p would have 3 children; the limit is 2. Spread them over more nodes.")
        #expect(throws: Never.self) { try limits.checkChildren(of: node("{\"a\":[1,2,3]}"), at: .root) }
        #expect(dataError { try limits.checkAllChildren(of: node("{\"a\":[1,2,3]}"), at: Path("/p")) }?.path == "/p/a")
    }

    @Test("the lengths of keys add up in bytes")
    func keyBytes() throws {
        var limits = Limits()
        limits.keyBytes = 5
        #expect(throws: Never.self) {
            try limits.checkAllChildren(of: node("{\"é\":1,\"abc\":{\"12345\":1}}"), at: .root)
        }
        let error = dataError { try limits.checkAllChildren(of: node("{\"x\":{\"éé\":1,\"ab\":2}}"), at: .root) }
        #expect(error?.code == .tooLarge)
        #expect(error?.path == "/x")
        #expect(error?.message == "The keys below /x would take 6 bytes; the limit is 5. Use shorter keys.")
    }

    @Test("primitives and null have no children to count")
    func primitives() {
        var limits = Limits()
        limits.children = 0
        for value in [Node.null, .number(1), .string("x"), .boolean(true)] {
            #expect(throws: Never.self) { try limits.checkAllChildren(of: value, at: .root) }
        }
    }

    @Test("fifty thousand children are accepted, one more is not")
    func many() {
        func wide(_ count: Int) -> Node {
            Node(Children((0..<count).map { (Key(unchecked: "\($0)"), .boolean(true)) }))
        }
        #expect(throws: Never.self) { try Limits().checkChildren(of: wide(50_000), at: .root) }
        #expect(throws: DatasyncError.self) { try Limits().checkChildren(of: wide(50_001), at: .root) }
    }
}
