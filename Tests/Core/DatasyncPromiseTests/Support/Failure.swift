/// An error that the tests can recognise.
enum Failure: Error {
    case first
    case second
}
