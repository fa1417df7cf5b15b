/// An error to recognise.
enum Failure: Error {
    case first
    case second
}
