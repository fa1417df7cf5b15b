package import DatasyncEngine

/// An input of a live object's state; inputs are processed one at a time.
package enum LiveInput<Failure: Error>: Sendable {
    case event(Event, LiveState.Span)
    case failure(Failure, LiveState.Span)
    case nextPage
    case resetPage
    /// A new listener, by its number; it first receives the current state.
    case attach(Int)
}

extension LiveState {
    /// Processes an input.
    package mutating func take<Failure>(_ input: LiveInput<Failure>) -> Action {
        switch input {
        case .event(let event, let span): received(event, of: span)
        case .failure(_, let span): failed(span)
        case .nextPage: nextPage()
        case .resetPage: resetPage()
        case .attach: .nothing
        }
    }
}
