import DatasyncTree

/// The number of a write, so that the back end applies the write only once, even if it arrives again.
///
/// A client numbers its writes 1, 2, … in the order in which it first sends them. A write that is sent again has the same
/// number and content. Never log or show the client, which is a secret.
package struct WriteNumber: Hashable, Sendable {
    /// The random identifier of the client.
    package let client: UInt128
    /// The number of the write, from 1.
    package let number: UInt64
    /// The lowest number without a response, so that the back end can forget the responses below it.
    package let lowestUnanswered: UInt64

    package init(client: UInt128, number: UInt64, lowestUnanswered: UInt64) {
        self.client = client
        self.number = number
        self.lowestUnanswered = lowestUnanswered
    }
}

extension WriteNumber {
    /// The JSON form: the client in hexadecimal digits, and both numbers.
    var json: JSON {
        [.string(String(client, radix: 16)), .number(Double(number)), .number(Double(lowestUnanswered))]
    }

    /// Reads the JSON form.
    ///
    /// - Throws: ``DatasyncError`` `malformedText` if the client is not 1 to 32 hexadecimal digits or a number is below 1.
    init(_ json: JSON) throws(DatasyncError) {
        guard let members = json.array, members.count == 3, let text = members[0].string,
            let client = UInt128(text, radix: 16), text.first != "+", let number = members[1].integer,
            let lowest = members[2].integer, lowest >= 1, number >= lowest
        else {
            throw DatasyncError(
                .malformedText,
                "The write number (w) of a request must be [client in hexadecimal digits, number, lowest unanswered "
                    + "number], with numbers from 1; this is \(json.kind).")
        }
        self.init(client: client, number: UInt64(number), lowestUnanswered: UInt64(lowest))
    }
}
