import DatasyncTree
import Foundation

/// The state of one encoding: the options, the path, and a failure from a method that cannot throw.
final class EncodingPass {
    let options: NodeEncoder.Options
    let path: Path
    /// Whether the value belongs to a merge, whose names may be paths.
    let isMerge: Bool
    private(set) var failure: WebcomError?
    /// The place of the first `Date` written as Foundation does by default, in seconds since 2001.
    private var datePlace: String?
    private var hasTimestamp = false

    init(_ options: NodeEncoder.Options, path: Path, isMerge: Bool) {
        self.options = options
        self.path = path
        self.isMerge = isMerge
    }

    /// Records a failure; only the first one is reported.
    func fail(_ error: WebcomError) {
        if failure == nil { failure = error }
    }

    /// Records a `Date`, unless the encoder has a strategy for dates.
    func noteDate(at position: WritingPosition) {
        if case .deferredToDate = options.dates, datePlace == nil { datePlace = position.place }
    }

    /// Records a server timestamp.
    func noteTimestamp() { hasTimestamp = true }

    /// The diagnostic about a `Date` beside a server timestamp, which have different units.
    var mixedTimes: Loss? {
        guard hasTimestamp, let datePlace else { return nil }
        return .mixedTimes(date: datePlace)
    }

    /// Converts an error thrown by an encoded type to the error of the encoding.
    func failure(of type: Any.Type, _ error: any Error) -> WebcomError {
        if let error = error as? WebcomError { return error }
        guard case .invalidValue(_, let context)? = error as? EncodingError else {
            return WebcomError(
                .encodingFailed, at: path.description,
                "Encoding \(type) for \(path) failed: \(error). Correct the value, or the encode(to:) that threw.")
        }
        if let reason = context.underlyingError as? WebcomError { return reason }
        let place = path.text(with: context.codingPath)
        return WebcomError(
            .encodingFailed, at: place,
            "Encoding \(type) failed at \(place): \(context.debugDescription.endingInPeriod) "
                + "Correct the value there, or its encode(to:).")
    }
}
