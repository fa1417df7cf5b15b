import DatasyncTree

/// An error in a file: the file's name, the position, the problem and the expected form.
package struct ReadingError: Error, Sendable, CustomStringConvertible {
    package let file: String
    package let place: String
    package let problem: String

    package var description: String { "\(file): \(place.isEmpty ? "" : place + ": ")\(problem)" }
}
