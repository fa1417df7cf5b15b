import DatasyncWire
import Testing

@Suite("Answers that hold more than anybody asked for")
struct ForeignAnswerTests {
    @Test("keys that no path could have do not make an answer unreadable")
    func foreignKeys() {
        let text = #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":{"auth":{"uid":"u","token":{"google.com":[1]}}}}}}"#
        #expect(throws: Never.self) { try BackendMessage(text: text) }
    }
}
