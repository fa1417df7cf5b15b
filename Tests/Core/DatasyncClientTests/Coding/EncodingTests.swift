import ClientTestSupport
import DatasyncClient
import DatasyncTree
import Foundation
import Testing

@Suite("Encoding to drafts")
struct EncodingTests {
    class Base: Encodable {
        var base = 1
        enum Name: String, CodingKey {
            case base
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(base, forKey: .base)
        }
    }

    final class Derived: Base {
        enum DerivedName: String, CodingKey {
            case own, list, inner
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: DerivedName.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            var inner = container.nestedContainer(keyedBy: DerivedName.self, forKey: .inner)
            try super.encode(to: container.superEncoder())
            try super.encode(to: encoder)
            try container.encode(2, forKey: .own)
            try list.encode("a")
            try super.encode(to: list.superEncoder())
            try inner.encode(3, forKey: .own)
        }
    }

    struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
    }

    struct Mixed: Encodable {
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(1)
            var container = encoder.container(keyedBy: Base.Name.self)
            try container.encode(1, forKey: .base)
        }
    }

    indirect enum Tree: Encodable {
        case below(Tree)
        case leaf(Int)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .below(let tree):
                var container = encoder.unkeyedContainer()
                try container.encode(tree)
            case .leaf(let number):
                var container = encoder.singleValueContainer()
                try container.encode(number)
            }
        }
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("containers that are open at the same time, superclasses and shared encoders are encoded")
    func containers() throws {
        #expect(
            try stage.encode(Derived())
                == #"{"base":1,"inner":{"own":3},"list":{"0":"a","1":{"base":1}},"own":2,"super":{"base":1}}"#)
    }

    @Test("writing twice to one encoder is an error, not a crash")
    func twice() {
        stage.expectFailure(encoding: ["a": Twice()], at: "/at/a", ["Twice", "once"])
        stage.expectFailure(encoding: ["a": Mixed()], at: "/at/a", ["Mixed", "one kind of container"])
    }

    @Test("the error for a forbidden key names type, path and remedy", arguments: ["a.b", "a/b", "$", "", "x\u{7F}"])
    func keys(key: String) {
        stage.expectFailure(encoding: ["inner": [key: 1]], .invalidKey, at: "/at/inner", ["Dictionary<String, Int>"])
    }

    @Test("values may be as deep as the tree, counted from the path of the write")
    func depth() throws {
        func tree(_ levels: Int) -> Tree { levels == 0 ? .leaf(1) : .below(tree(levels - 1)) }
        #expect(try stage.encode(tree(31)).filter { $0 == "{" }.count == 31)
        let error = #expect(throws: WebcomError.self) { try stage.encode(tree(32)) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("32 levels") == true)
        #expect(try stage.merge(["a/b": tree(29)]).count == 1)
        #expect(throws: WebcomError.self) { try stage.merge(["a/b": tree(30)]) }
    }

    @Test("objects of the form {\".sv\": …} are server values, as in JSON")
    func serverValues() throws {
        #expect(try stage.encode([".sv": "timestamp"]) == #"{".sv":"timestamp"}"#)
        #expect(try stage.encode(["a": [".sv": ["increment": 2]]]) == #"{"a":{".sv":{"increment":2}}}"#)
        let writeValue = try stage.application.writeValue(["a": [[".sv": "timestamp"]], "b": []], at: .root)
        #expect(writeValue.node.isNull)
        #expect(writeValue.deferred.map(\.path.description) == ["/a/0"])
        stage.expectFailure(encoding: ["a": [".sv": "unknown"]], .invalidValue, at: "/at/a", ["timestamp"])
        stage.expectFailure(
            encoding: ["a": [".sv": "timestamp", "x": "y"]], .invalidValue, at: "/at/a", ["other than"])
    }

    @Test("two members of one stored name under a key strategy are an error that names both")
    func oneStoredName() throws {
        struct Account: Encodable {
            enum CodingKeys: String, CodingKey {
                case userName
                case name = "user_name"
            }

            var userName = 1
            var name: Int? = 2
        }
        struct Nested: Encodable {
            var isReversed = false

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Account.CodingKeys.self)
                let keys: [Account.CodingKeys] = isReversed ? [.name, .userName] : [.userName, .name]
                var first = container.nestedUnkeyedContainer(forKey: keys[0])
                try first.encode(1)
                if isReversed { return try container.encodeNil(forKey: keys[1]) }
                var second = container.nestedUnkeyedContainer(forKey: keys[1])
                try second.encode(2)
            }
        }
        let parts = [#""userName" and "user_name""#, "another coding key"]
        let encoder = stage.application.jsonEncoder
        #expect(try stage.encode(Account()) == #"{"userName":1,"user_name":2}"#)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        stage.expectFailure(encoding: Account(), at: "/at", parts + ["Account", "jsonEncoder"])
        stage.expectFailure(encoding: ["x": [Account()]], at: "/at/x/0", parts)
        stage.expectFailure(encoding: Nested(), at: "/at", parts)
        stage.expectFailure(encoding: Nested(isReversed: true), at: "/at", [#""user_name" and "userName""#])
        #expect(try stage.encode(Account(name: nil)) == #"{"user_name":1}"#)
        #expect(try stage.encode(["userName": 1, "user_name": 2]) == #"{"userName":1,"user_name":2}"#)
        encoder.keyEncodingStrategy = .custom { _ in StrategyTests.AnyName(stringValue: "same") }
        stage.expectFailure(encoding: Account(), at: "/at", parts + [#""same""#])
    }

    @Test("errors thrown by the encoded types keep their path and text")
    func foreign() {
        struct Refusing: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(
                    self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "Not me"))
            }
        }
        stage.expectFailure(encoding: ["a": [Refusing()]], at: "/at/a/0", ["Not me.", "Refusing"])
    }

    @Test("merges list members in order, including nulls and paths")
    func members() throws {
        struct Change: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                try container.encode(1, forKey: .z)
                try container.encodeNil(forKey: .a)
                try container.encode(["x": 2], forKey: .path)
                try container.encode(nil as Int?, forKey: .b)
            }
            enum Name: String, CodingKey {
                case z, a, b
                case path = "a.b/c"
            }
        }
        #expect(try stage.merge(Change()) == ["z=1", "a=null", #"a.b/c={"x":2}"#, "b=null"])
        #expect(try stage.merge(["x", nil, "y"]) == [#"0="x""#, "1=null", #"2="y""#])
        #expect(try stage.merge(["n": nil, "m": 1] as [String: Int?]).sorted() == ["m=1", "n=null"])
        #expect(try stage.merge(["t": ServerValue.timestamp]) == [#"t={".sv":"timestamp"}"#])
        #expect(stage.reports == [])
        let error = #expect(throws: WebcomError.self) { try stage.merge(1) }
        #expect(error?.code == .notAnObject)
        #expect(error?.message.contains("Use set") == true)
        #expect(throws: WebcomError.self) { try stage.merge(nil as [String: Int]?) }
        #expect(throws: WebcomError.self) { try stage.merge(ServerValue.timestamp) }
    }
}
