import DatasyncTree

/// The state of one encoding: settings, place, and a failure found where the protocols allow no error.
final class EncodingPass {
    let options: NodeEncoder.Options
    let path: Path
    /// Whether the value lists the members of a merge, whose names may be paths.
    let isMerge: Bool
    private(set) var failure: WebcomError?

    init(_ options: NodeEncoder.Options, path: Path, isMerge: Bool) {
        self.options = options
        self.path = path
        self.isMerge = isMerge
    }

    /// Makes the whole encoding fail; the first failure counts.
    func fail(_ error: WebcomError) {
        if failure == nil { failure = error }
    }

    /// The error of an encoding, from any error that its types threw.
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
