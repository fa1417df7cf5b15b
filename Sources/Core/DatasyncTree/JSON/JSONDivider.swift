/// A divider of the text of an object or array that arrives in pieces.
///
/// It cuts the text into parts, each a complete JSON text. A part ends before a comma. It closes the containers that are open
/// there, and the next part opens them again, each with the member that leads to the next one; an array continues as an object
/// with its indices as names. No part ends between the value and the priority of a primitive (`.value`, `.priority`), as
/// neither is data without the other. The divider leaves the content of a part to the part's parser: if the text is not
/// valid, one of its parts is not valid, or the divider refuses the text.
package struct JSONDivider: Sendable {
    /// A part of the text.
    package struct Part: Sendable {
        /// The text, as UTF-8 bytes.
        package let text: [UInt8]
        /// The number of containers that began in an earlier part: the outermost, then along the first members.
        package let begun: Int
        /// The number of containers that continue in the next part: the outermost, then along the last members.
        package let open: Int

        package init(text: [UInt8], begun: Int, open: Int) {
            self.text = text
            self.begun = begun
            self.open = open
        }
    }

    /// An open container.
    private struct Level: Sendable {
        let isArray: Bool
        /// Whether the part has an object in place of the array.
        var hasNames = false
        /// The index of the current element of an array.
        var index = 0
        /// The range of the current member's name in the part, with its quotes.
        var name = 0..<0
    }

    /// The number of bytes above which a part ends at the next comma.
    private let limit: Int
    private var levels: [Level] = []
    private var text: [UInt8] = []
    /// The number of bytes of the current part that reopen containers, and the number of those containers.
    private var opening = (bytes: 0, levels: 0)
    /// The start of a name whose end has not arrived yet.
    private var nameStart: Int?
    private var expectsName = false
    private var isInString = false
    private var isEscaped = false
    /// The last byte outside strings other than space.
    private var last: UInt8 = 0

    package init(limit: Int = 64 << 10) { self.limit = limit }

    /// The number of bytes held until their part ends.
    package var heldBytes: Int { text.count }

    /// Accepts the next piece of the text.
    ///
    /// - Parameters:
    ///   - piece: UTF-8 bytes, from the opening bracket on.
    ///   - emit: Called with each part that the piece completes.
    /// - Returns: The index after the closing bracket; `nil` if the container does not end in the piece.
    /// - Throws: ``DatasyncError`` `malformedText` for a bracket that does not match or too many levels, and the errors of
    ///   `emit`. The divider is unusable afterwards.
    package mutating func accept(
        _ piece: ArraySlice<UInt8>, emit: (Part) throws(DatasyncError) -> Void
    ) throws(DatasyncError) -> Int? {
        let end = try piece.withUnsafeBufferPointer { bytes throws(DatasyncError) in try accept(bytes, emit) }
        return end.map { piece.startIndex + $0 }
    }

    private mutating func accept(
        _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (Part) throws(DatasyncError) -> Void
    ) throws(DatasyncError) -> Int? {
        var index = 0
        /// The start of the bytes that are not yet in the part.
        var run = 0
        while index < bytes.count {
            if isInString {
                index = endOfString(bytes, from: index)
                if !isInString, let start = nameStart.take() {
                    levels[levels.count - 1].name = start..<text.count + index - run
                }
                continue
            }
            let byte = bytes[index]
            switch byte {
            case 32, 10, 13, 9:
                index += 1
                continue
            case UInt8(ascii: "\""):
                isInString = true
                if expectsName { nameStart = text.count + index - run }
            case UInt8(ascii: ":"): expectsName = false
            case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                append(bytes[run..<index])
                run = index + 1
                try close(byte)
                if levels.isEmpty {
                    try emit(Part(text: text, begun: opening.levels, open: 0))
                    text = []
                    return index + 1
                }
            case UInt8(ascii: ","):
                append(bytes[run..<index])
                run = index + 1
                if text.count - opening.bytes >= limit, mayEnd { try cut(emit) } else { text.append(byte) }
                beginMember()
            default: break
            }
            last = byte
            index += 1
        }
        append(bytes[run...])
        return nil
    }

    private mutating func append(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
        text.append(contentsOf: UnsafeBufferPointer(rebasing: run))
    }

    /// Returns the index after the open string, or after all bytes if it does not end there.
    private mutating func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                break
            }
        }
        return index
    }

    /// Whether a part may end before the comma at hand: after a member, and outside a primitive with its priority.
    private var mayEnd: Bool {
        guard !"{[,:".utf8.contains(last), let level = levels.last else { return false }
        // Such a primitive has one comma, so the text behind another is not held back. An escape may stand for the point.
        guard !level.isArray, level.index == 0, level.name.count > 2 else { return true }
        return ![UInt8(ascii: "."), UInt8(ascii: "\\")].contains(text[level.name.lowerBound + 1])
    }

    private mutating func open(_ bracket: UInt8) throws(DatasyncError) {
        guard levels.count < JSONParser.Limits().depth else {
            throw DatasyncError(
                .malformedText, "Malformed JSON: nested deeper than the limit of \(JSONParser.Limits().depth) levels.")
        }
        let isArray = bracket == UInt8(ascii: "[")
        levels.append(Level(isArray: isArray))
        expectsName = !isArray
    }

    private mutating func close(_ bracket: UInt8) throws(DatasyncError) {
        // The part may lack the comma, so its parser would not report it.
        guard last != UInt8(ascii: ",") else {
            throw DatasyncError(.malformedText, "Malformed JSON: a comma before a closing bracket.")
        }
        guard let level = levels.popLast(), level.isArray == (bracket == UInt8(ascii: "]")) else {
            throw DatasyncError(.malformedText, "Malformed JSON: a closing bracket that does not match the open one.")
        }
        expectsName = false
        text.append(level.hasNames ? UInt8(ascii: "}") : bracket)
    }

    /// Continues after a comma.
    private mutating func beginMember() {
        guard let last = levels.indices.last else { return }
        expectsName = !levels[last].isArray
        levels[last].index += 1
        if levels[last].hasNames { text += "\"\(levels[last].index)\":".utf8 }
    }

    private mutating func cut(_ emit: (Part) throws(DatasyncError) -> Void) throws(DatasyncError) {
        var part = text
        for level in levels.reversed() {
            part.append(level.isArray && !level.hasNames ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        }
        try emit(Part(text: part, begun: opening.levels, open: levels.count))
        var next: [UInt8] = []
        next.reserveCapacity(limit + limit / 8)
        for index in levels.indices {
            next.append(UInt8(ascii: "{"))
            levels[index].hasNames = levels[index].isArray
            // The member of the innermost container is complete.
            guard index + 1 < levels.count else {
                levels[index].name = 0..<0
                break
            }
            let start = next.count
            if levels[index].isArray {
                next += "\"\(levels[index].index)\"".utf8
            } else {
                next += text[levels[index].name]
            }
            levels[index].name = start..<next.count
            next.append(UInt8(ascii: ":"))
        }
        text = next
        opening = (next.count, levels.count)
    }
}
