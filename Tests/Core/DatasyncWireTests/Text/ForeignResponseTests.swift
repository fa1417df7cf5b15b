import DatasyncWire
import Testing

@Suite("Responses with additional data")
struct ForeignResponseTests {
    @Test("keys that no path can have do not make a response unreadable")
    func foreignKeys() {
        let text = #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":{"auth":{"uid":"u","token":{"google.com":[1]}}}}}}"#
        #expect(throws: Never.self) { try BackendMessage(text: text) }
    }
}
