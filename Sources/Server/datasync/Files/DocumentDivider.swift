#if Server
    import DatasyncTree

    /// A divider of a document whose text arrives in pieces, with or without a byte order mark.
    ///
    /// It holds at most a part of the text, unless the document is a primitive.
    struct DocumentDivider {
        private enum Stage {
            case start
            /// The text is an object or array.
            case inContainer
            case inPrimitive
            /// Only space may follow.
            case end
        }

        private var stage = Stage.start
        private var divider: JSONDivider
        /// The text of a primitive, or what has arrived before it is known to be one.
        private var text: [UInt8] = []

        /// Creates a reader.
        ///
        /// - Parameter partBytes: The number of bytes above which a part ends.
        init(partBytes: Int = 64 << 10) { divider = JSONDivider(limit: partBytes) }

        /// Accepts the next piece of the text.
        ///
        /// - Parameters:
        ///   - piece: UTF-8 bytes; the first ones may be the mark.
        ///   - emit: Called with each part that the piece completes.
        /// - Throws: ``DatasyncError`` if the text cannot be a document, and the errors of `emit`.
        mutating func accept(
            _ piece: [UInt8], emit: (JSONDivider.Part) throws(DatasyncError) -> Void
        ) throws(DatasyncError) {
            switch stage {
            case .start:
                text += piece
                // Fewer bytes may be the beginning of a mark.
                guard text.count >= 3 || text.first != 0xEF else { return }
                let document = text.withoutMark.drop(while: Self.isSpace)
                guard let first = document.first else {
                    // No mark may follow space.
                    if !text.isEmpty { text = [32] }
                    return
                }
                let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
                stage = isContainer ? .inContainer : .inPrimitive
                guard isContainer else { return }
                text = []
                try divide(document, emit)
            case .inContainer: try divide(piece[...], emit)
            case .inPrimitive:
                // Each byte may be written as an escape of six.
                guard text.count <= 6 * Limits().string else {
                    throw DatasyncError(
                        .tooLarge, "The document is no JSON object or array, and a primitive is never that long.")
                }
                text += piece
            case .end: try checkEnd(piece[...])
            }
        }

        /// Ends the text, after the last piece.
        ///
        /// - Parameter emit: Called with a document that is a primitive.
        /// - Throws: ``DatasyncError`` if the text is not complete, and the errors of `emit`.
        mutating func finish(emit: (JSONDivider.Part) throws(DatasyncError) -> Void) throws(DatasyncError) {
            switch stage {
            case .start, .inPrimitive: try emit(JSONDivider.Part(text: Array(text.withoutMark), begun: 0, open: 0))
            case .inContainer:
                throw DatasyncError(
                    .malformedText, "The JSON text ends before its last closing bracket; complete it.")
            case .end: break
            }
        }

        private mutating func divide(
            _ bytes: ArraySlice<UInt8>, _ emit: (JSONDivider.Part) throws(DatasyncError) -> Void
        ) throws(DatasyncError) {
            guard let end = try divider.accept(bytes, emit: emit) else { return }
            stage = .end
            try checkEnd(bytes[end...])
        }

        private func checkEnd(_ rest: ArraySlice<UInt8>) throws(DatasyncError) {
            guard rest.allSatisfy(Self.isSpace) else {
                throw DatasyncError(.malformedText, "Text follows the JSON document; remove it.")
            }
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 || byte == 9 }
    }
#endif
