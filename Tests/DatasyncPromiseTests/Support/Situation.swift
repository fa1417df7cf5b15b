import Testing

/// One way in which a clause is tried: where the code runs, and when the promise settles.
struct Situation: Sendable, CustomTestStringConvertible {
    /// Where closures are attached and the promise is settled.
    enum Place: String, CaseIterable {
        /// On the main actor; closures use the form without a queue.
        case main
        /// On a serial queue; closures are delivered on that queue.
        case serialQueue = "a serial queue"
        /// In detached tasks; closures are delivered on the promise's own default queue.
        case pool = "the cooperative pool"
    }

    /// When the promise settles.
    enum Settling: String, CaseIterable {
        /// Before anything is attached.
        case already
        /// Right after something was attached, in the same call.
        case atOnce = "at once"
        /// After something was attached, in a call of its own.
        case later
    }

    let place: Place
    let settling: Settling

    static let all = Place.allCases.flatMap { place in
        Settling.allCases.map { Situation(place: place, settling: $0) }
    }

    var testDescription: String { "\(settling.rawValue) settled, on \(place.rawValue)" }
}
