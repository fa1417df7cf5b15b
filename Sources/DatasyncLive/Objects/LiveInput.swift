import DatasyncEngine
import DatasyncLive

/// What a live source works off at home, one after the other.
enum LiveInput: Sendable {
    case event(Event, LiveState.Span)
    case failure(WebcomError, LiveState.Span)
    case nextPage
    case resetPage
    /// A listener that is first told of what shows.
    case attach(Int)
}

extension LiveState {
    mutating func take(_ input: LiveInput) -> Action {
        switch input {
        case .event(let event, let span): received(event, of: span)
        case .failure(_, let span): failed(span)
        case .nextPage: nextPage()
        case .resetPage: resetPage()
        case .attach: .nothing
        }
    }
}
