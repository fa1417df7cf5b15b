import DatasyncTree
import Testing

@Suite("Valid windows")
struct WindowRuleTests {
    @Test("a limit that is not positive is refused with the limit and the remedy", arguments: [0, -1, -100, Int.min])
    func limit(limit: Int) {
        for side in [Window.Side.first, .last] {
            let error = dataError { _ = try Window(start: "a", limit: limit, side: side) }
            #expect(error?.code == .invalidConstraint)
            #expect(error?.message == "The limit \(limit) of a constraint is not positive; use 1 or more, or none.")
        }
    }

    @Test("any positive limit is accepted", arguments: [1, 2, 50_000, Int.max])
    func largeLimit(limit: Int) throws {
        let value = try node("{\"a\":1,\"b\":2}")
        #expect(try Window(limit: limit).cut(value).children.count == min(limit, 2))
        #expect(try Window(start: "a", limit: limit, side: .last).cut(value).children.count == min(limit, 2))
    }

    @Test("a bound that is no key is refused with a reason", arguments: ["", "a.b", "a/b", "$", "\u{0}"])
    func bounds(text: String) {
        for error in [dataError { _ = try Window(start: text) }, dataError { _ = try Window(end: text) }] {
            #expect(error?.code == .invalidConstraint)
            #expect(error?.message.hasPrefix("A bound of a constraint is no key. The key ") == true)
        }
        #expect(
            dataError { _ = try Window(start: "a.b") }?.message
                == "A bound of a constraint is no key. The key \"a.b\" holds \".\"; "
                + "the characters . $ # [ ] / are forbidden in keys, encode them.")
    }

    @Test("a window describes itself")
    func description() throws {
        #expect(Window.all.description == "all")
        #expect(try Window(start: "a", end: "b", limit: 3, side: .last).description == "from \"a\" to \"b\" last 3")
        #expect(try Window(limit: 2).description == "first 2")
    }
}
