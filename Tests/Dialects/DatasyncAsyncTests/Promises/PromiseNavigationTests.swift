import ClientTestSupport
import DatasyncAsync
import Testing

/// Tests for the members of the promise form that lead from node to node.
@Suite("Navigation in the promise form", .timeLimit(.minutes(30)))
struct PromiseNavigationTests {
    let manager: DatasyncManager
    let node: DatasyncNode.PromiseWrapper

    init() throws {
        manager = try ClientFixture().device().manager()
        node = try manager.nodeThrows(for: "/foo/bar").promise
    }

    @Test("a promise wrapper is described and compared like its node")
    func wrapping() throws {
        let same = try manager.nodeThrows(for: "foo//bar/").promise
        #expect(node.wrapped.path == "/foo/bar")
        #expect(node == same)
        #expect(node.hashValue == same.hashValue)
        #expect(node != (try manager.nodeThrows(for: "foo").promise))
        #expect(node.description == node.wrapped.description)
        #expect(node.description == "bench:/foo/bar")
    }

    @Test("the parent is one level up, and the root rejects")
    func parent() async throws {
        let parent = try await node.parent.value
        #expect(parent.wrapped.path == "/foo")
        let root = try await parent.parent.value
        #expect(root.wrapped.path == "/")
        let error = await #expect(throws: WebcomError.self) { try await root.parent.value }
        #expect(error?.code == .noParent)
    }

    @Test(
        "a relative path leads down or up, and an empty path rejects",
        arguments: [
            ("geek", "/foo/bar/geek"), ("/geek", "/foo/bar/geek"), ("geek/", "/foo/bar/geek"),
            ("/geek/", "/foo/bar/geek"),
            ("../geek/noob", "/foo/geek/noob"), ("/../geek//noob/.", "/foo/geek/noob"),
            (".././geek/noob", "/foo/geek/noob"),
            ("../geek/../..//../..", "/"), ("..", "/foo"), ("", "/foo/bar"), (".", "/foo/bar"),
        ])
    func relative(path: String, expected: String) async throws {
        #expect(try await node.relativeNode(for: path).value.wrapped.path == expected)
        #expect(try await (node / path).value.wrapped.path == expected)
        #expect(node.wrapped.relativeNode(for: path)?.path == expected)
        #expect((node.wrapped / path)?.path == expected)
    }

    @Test("two dots at the root stay at the root, while the root has no parent")
    func dotsAtRoot() async throws {
        let root = try manager.nodeThrows(for: "/")
        #expect(try await root.promise.relativeNode(for: "..").value.wrapped.path == "/")
        #expect(root.parent == nil)
    }

    @Test("a path with a forbidden character rejects", arguments: ["a.b", "a#", "$x", "x[0]", "a/b]"])
    func illFormed(path: String) async {
        for promise in [node.relativeNode(for: path), node / path] {
            let error = await #expect(throws: WebcomError.self) { try await promise.value }
            #expect(error?.code == .invalidPath)
        }
        #expect(node.wrapped.relativeNode(for: path) == nil)
        #expect(manager / path == nil)
        #expect(throws: WebcomError.self) { try manager.nodeThrows(for: path) }
    }

    @Test("created children sort by the time of their creation and have no value yet")
    func creating() async throws {
        var keys: [String] = []
        for _ in 0..<50 { keys.append(try await node.createChild().value.wrapped.key) }
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == 50)
        let child = try await node.createChild().value
        #expect(try await child.parent.value == node)
        #expect(try await child.value().value.isNull)
    }
}
