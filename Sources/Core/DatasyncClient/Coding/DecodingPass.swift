import DatasyncTree

/// The state of one decoding: the options, the path, and a failure from a method that cannot throw.
final class DecodingPass {
    let options: NodeDecoder.Options
    let path: Path
    private(set) var failure: WebcomError?

    init(_ options: NodeDecoder.Options, path: Path) {
        self.options = options
        self.path = path
    }

    /// Records a failure; only the first one is reported.
    func fail(_ error: WebcomError) {
        if failure == nil { failure = error }
    }

    /// Converts an error thrown by a decoded type to the error of the decoding.
    func failure(of type: Any.Type, _ error: any Error) -> WebcomError {
        if let error = error as? WebcomError { return error }
        guard let error = error as? DecodingError, let context = error.context else {
            return WebcomError(
                .decodingFailed, at: path.description,
                "Decoding \(type) at \(path) failed: \(error). Correct the stored value, or the initializer that threw."
            )
        }
        if let reason = context.underlyingError as? WebcomError { return reason }
        let place = path.text(with: context.codingPath + [error.missingKey].compactMap(\.self))
        return WebcomError(
            .decodingFailed, at: place,
            "Decoding \(type) failed at \(place): \(context.debugDescription.endingInPeriod) "
                + "Correct the value stored there, or the type.")
    }
}

extension DecodingError {
    /// The context of the error; `nil` for a case added by a later standard library.
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    fileprivate var missingKey: (any CodingKey)? {
        if case .keyNotFound(let key, _) = self { key } else { nil }
    }
}

extension String {
    /// The text with a final period.
    var endingInPeriod: String { hasSuffix(".") ? self : self + "." }
}
