import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// Reads with the rights of a user, without a session.
struct SessionlessReadTests {
    private func read(_ state: BackendState, _ path: String, by principal: Principal) throws -> Response? {
        guard case .response(let response) = state.read(try Path(path), .all, by: principal, now: 1_000) else {
            return nil
        }
        return response
    }

    @Test("the rules decide with the user of the read; the owner reads everything")
    func rights() throws {
        let rules = #"{"rules":{"users":{"$uid":{".read":"auth.uid === $uid"}}}}"#
        let state = try BackendFixture(#"{"users":{"ada":1}}"#, rules: rules).state
        let ada = Principal.client(RuleAuth(uid: "ada"))
        #expect(try read(state, "/users/ada", by: ada)?.data?.text == "1")
        #expect(try read(state, "/users/ada", by: .anyone)?.status == .permissionDenied)
        #expect(try read(state, "/users", by: ada)?.status == .permissionDenied)
        #expect(try read(state, "/users", by: .owner)?.data?.text == #"{"ada":1}"#)
    }

    @Test("the reason of a refused get begins with the words that other clients look for")
    func refusedGet() throws {
        var state = try BackendFixture(rules: #"{"rules":{}}"#).state
        let session = try #require(state.opened(state.makePort(), now: 0).0)
        let get = Request(number: 1, action: .get(path: try Path("/a"), window: .all))
        guard
            case .message(.response(let response))? = state.received(.request(get), from: session, now: 0).first?.event
        else { return #expect(Bool(false), "no response") }
        #expect(response.reason == "Permission denied. The rules do not allow reading /a.")
    }

    @Test("limits of size and depth hold for the owner too")
    func limits() throws {
        var limits = Limits()
        limits.listen = 100
        let text = #"{"a":"\#(String(repeating: "x", count: 200))","b":1}"#
        let state = try BackendFixture(text, limits: limits).state
        #expect(try read(state, "/a", by: .owner)?.status == .tooBig)
        #expect(try read(state, "/b", by: .owner)?.status == .ok)
        let deep = String(repeating: "/a", count: Path.maximumDepth + 1)
        #expect(try read(state, deep, by: .owner)?.status == .invalidPath)
    }

    @Test("a server that reads its log does not answer yet; one whose log failed answers with the reason")
    func readiness() throws {
        var state = BackendState(
            following: DatabaseState(data: try Node(["a": 1])), at: nil, as: ServerRun.Place(run: 1))
        #expect(try read(state, "/a", by: .owner) == nil)
        #expect(state.fail(because: "The log is damaged.", now: 0).isEmpty)
        let response = try read(state, "/a", by: .owner)
        #expect(response?.status == .unavailable)
        #expect(response?.reason == "The log is damaged.")
    }
}
