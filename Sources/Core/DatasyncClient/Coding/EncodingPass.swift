import DatasyncTree

/// The state of one encoding: the options, the path, and a failure from a method that cannot throw.
final class EncodingPass {
    let options: NodeEncoder.Options
    let path: Path
    /// Whether the value belongs to a merge, whose names may be paths.
    let isMerge: Bool
    private(set) var failure: WebcomError?

    init(_ options: NodeEncoder.Options, path: Path, isMerge: Bool) {
        self.options = options
        self.path = path
        self.isMerge = isMerge
    }

    /// Records a failure; only the first one is reported.
    func fail(_ error: WebcomError) {
        if failure == nil { failure = error }
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
