import Testing

/// A variation of a clause's test: where the code runs, and when the promise settles.
struct Situation: Sendable, CustomTestStringConvertible {
    /// The context in which closures are attached and the promise is settled.
    enum Place: String, CaseIterable {
        /// On the main actor; closures use the form without a queue.
        case main
        /// On a serial queue; closures are delivered on that queue.
        case serialQueue = "a serial queue"
        /// In detached tasks; closures are delivered on the promise's own default queue.
        case pool = "the cooperative pool"
    }

    /// The time at which the promise settles.
    enum Settling: String, CaseIterable {
        /// Before a closure is attached.
        case already
        /// Right after a closure was attached, in the same call.
        case atOnce = "at once"
        /// After a closure was attached, in a separate call.
        case later
    }

    let place: Place
    let settling: Settling

    static let all = Place.allCases.flatMap { place in
        Settling.allCases.map { Situation(place: place, settling: $0) }
    }

    var testDescription: String { "\(settling.rawValue) settled, on \(place.rawValue)" }
}
