import ClientTestSupport
import DatasyncClient
import DatasyncTree
import Testing

@Suite("Descriptions of values that cannot be decoded")
struct DecodingErrorTests {
    struct Contact: Codable {
        enum Kind: String, Codable {
            case home, work
        }
        var phone: String
        var kind: Kind?
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("the message is one sentence and one remedy")
    func texts() throws {
        func message<Value: Decodable>(_ type: Value.Type, _ json: String) -> String {
            do throws(WebcomError) {
                return "\(try stage.decode(type, json))"
            } catch {
                return error.message
            }
        }
        #expect(
            message([String: Contact].self, #"{"ann": {"phone": 1}}"#)
                == "Expected String at /at/ann/phone, found the number 1. "
                + "Declare it as Double, or correct the stored value.")
        #expect(
            message([String: Contact].self, #"{"ann": {"x": 1}}"#)
                == "Expected String at /at/ann/phone, found nothing stored there. Declare it optional, or write it.")
        #expect(
            message([String: Contact].self, #""text""#)
                == "Expected Dictionary<String, Contact> at /at, found the string \"text\". "
                + "Write a value with children there, or change the type.")
        #expect(
            message([String: Contact].self, #"{"ann": 1}"#)
                == "Expected Contact at /at/ann, found the number 1. "
                + "Write a value with children there, or change the type.")
        #expect(
            message([Contact].self, #"[{"phone": "1", "kind": "x"}]"#)
                == "Decoding Array<Contact> failed at /at/0/kind: Cannot initialize Kind from invalid String value x. "
                + "Correct the value stored there, or the type.")
        #expect(
            message(Int.self, #"{"a": 1, "b": 2}"#)
                == "Expected Int at /at, found a node with 2 children. "
                + "Declare it as a struct or dictionary, or correct the stored value.")
        #expect(message(String.self, "[1, 2]").contains("Declare it as an array, struct or dictionary"))
    }

    @Test("errors thrown by the decoded types keep their path or their text")
    func foreign() {
        struct Refused: Error, CustomStringConvertible {
            var description: String { "refused for a reason" }
        }
        struct Refusing: Decodable {
            init(from decoder: any Decoder) throws { throw Refused() }
        }
        stage.expectFailure([Refusing].self, "[1]", at: "/at", ["refused for a reason", "Array<Refusing>"])
        struct Corrupted: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Not mine"))
            }
        }
        stage.expectFailure([Corrupted].self, "[1]", at: "/at/0", ["Not mine."])
    }
}
