import DatasyncConcurrency

/// The latest writes of a client that numbers them, and their responses.
struct NumberedClient: Sendable {
    /// The maximum number of responses to keep for a client.
    static let maximumResponses = 10_000

    /// The number of the latest write; 0 before the first one.
    private(set) var highest: UInt64 = 0
    /// The responses to the latest writes, up to ``highest``.
    private(set) var responses = Fifo<WriteResult>()
    /// The time of the latest write in ms since 1970, up to an hour early.
    var time = 0.0

    init() {}

    /// Restores a client.
    init(highest: UInt64, responses: [WriteResult], time: Double) {
        self.highest = highest
        self.responses.append(contentsOf: responses)
        self.time = time
    }

    /// Returns the response to an earlier write; `nil` if it is no longer kept.
    func response(to number: UInt64) -> WriteResult? {
        let first = highest + 1 - UInt64(responses.count)
        guard number >= first, number <= highest else { return nil }
        return responses.element(at: Int(number - first))
    }

    /// Adds the response to the next write.
    mutating func record(_ response: WriteResult, lowestUnanswered: UInt64) {
        highest += 1
        responses.append(response)
        while responses.count > Self.maximumResponses || highest + 1 - UInt64(responses.count) < lowestUnanswered,
            responses.popFirst() != nil
        {}
    }
}
