#if Server
    import NIOHTTP1

    /// The parameter `writeSizeLimit`: the maximum time for a write, estimated from its size.
    enum WriteSizeLimit: String, Sendable, CaseIterable {
        case tiny
        case small
        case medium
        case large
        case unlimited

        /// The bytes of written and removed data that count as a second.
        private static let bytesPerSecond = 1 << 20

        /// The time in seconds; `nil` for any.
        private var seconds: Int? {
            switch self {
            case .tiny: 1
            case .small: 10
            case .medium: 30
            case .large: 60
            case .unlimited: nil
            }
        }

        /// Checks the size of a write.
        ///
        /// - Parameter bytes: The bytes of the written data and of the data that they replace.
        /// - Throws: ``RequestFailure`` with status 400.
        func check(_ bytes: Int) throws(RequestFailure) {
            guard let seconds, bytes > seconds * Self.bytesPerSecond else { return }
            throw RequestFailure(
                .badRequest,
                "The write has \(bytes) bytes of new and of replaced data, more than the \(seconds) MiB of "
                    + "writeSizeLimit=\(rawValue); write the data in parts, or use a larger limit.")
        }
    }
#endif
