import DatasyncPromise
import Testing

@Suite("The errors of promises")
struct PromiseErrorTests {
    static let all: [PromiseError] = [
        .abandoned, .timedOut, .returnedItself, .cycle, .cancelled, .missingValue, .nothingToRace, .invalidLimit,
    ]

    @Test("each error equals only itself")
    func areDistinct() {
        #expect(Set(Self.all).count == Self.all.count)
    }

    @Test("each message has two sentences: the problem and the remedy", arguments: all)
    func saysTwoThings(error: PromiseError) {
        #expect(error.message.split(separator: ". ").count == 2)
        #expect(error.message.hasSuffix("."))
        #expect("\(error)" == error.message)
    }

    @Test("the messages name the remedy")
    func namesRemedy() {
        #expect(PromiseError.abandoned.message.contains("Keep it until the work ends"))
        #expect(PromiseError.timedOut.message.contains("call cancel()"))
        #expect(PromiseError.returnedItself.message.contains("use map"))
        #expect(PromiseError.cycle.message.contains("a promise of other work"))
        #expect(PromiseError.cancelled.message.contains("recover from it"))
        #expect(PromiseError.missingValue.message.contains("recover from this error"))
        #expect(PromiseError.nothingToRace.message.contains("at least one promise"))
        #expect(PromiseError.invalidLimit.message.contains("1 or more"))
    }
}
