package import DatasyncTree

/// The difference of two JSON values as a JSON Patch (RFC 6902): operations `add`, `remove` and `replace` on JSON
/// Pointers.
///
/// The patch is the shortest text that this search finds: for each part it compares detailed operations with replacing
/// the whole part. A patch is therefore never longer than the one operation that replaces everything. Arrays are
/// aligned element by element: short ones by the cost of every possible edit, longer ones by their equal elements, and
/// very long ones by index.
package enum JSONPatch {
    /// Returns the patch from one value to another, without operations if they are equal.
    ///
    /// Objects are equal in any order of their members, and `1` equals `1.0`; `null` and an absent member differ.
    package static func difference(from old: JSON, to new: JSON) -> JSON {
        return .array(JSONPatchMaker().edits(from: JSONTree(old), to: JSONTree(new), at: "").operations)
    }

    /// Applies a patch.
    ///
    /// - Throws: ``DatasyncError`` `invalidValue` if the patch is malformed or does not fit the value. The message names
    ///   the operation and the problem.
    package static func apply(_ patch: JSON, to value: JSON) throws(DatasyncError) -> JSON {
        guard let operations = patch.array else {
            throw DatasyncError(.invalidValue, "A JSON Patch should be an array of operations, and is \(patch.kind).")
        }
        var result = value
        for (index, operation) in operations.enumerated() {
            try apply(operation, number: index, to: &result)
        }
        return result
    }

    private static func apply(_ operation: JSON, number: Int, to value: inout JSON) throws(DatasyncError) {
        func failure(_ text: String) -> DatasyncError {
            DatasyncError(.invalidValue, "Operation \(number) of the JSON Patch, \(operation.text): \(text)")
        }
        guard let name = operation["op"]?.string, ["add", "remove", "replace"].contains(name) else {
            throw failure("its \"op\" should be add, remove or replace.")
        }
        guard let pointer = operation["path"]?.string, let tokens = tokens(of: pointer) else {
            throw failure("its \"path\" should be a JSON Pointer.")
        }
        let operand = operation["value"]
        guard name == "remove" || operand != nil else { throw failure("its \"value\" is missing.") }
        guard value.edit(at: tokens[...], name, operand) else { throw failure("there is no such place in the value.") }
    }

    /// Returns the tokens of a JSON Pointer (RFC 6901), or `nil` if the text is not a pointer.
    private static func tokens(of pointer: String) -> [String]? {
        if pointer.isEmpty { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        return pointer.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { token in
            var text = String.UnicodeScalarView()
            var isEscaped = false
            for scalar in token {
                switch (isEscaped, scalar) {
                case (true, "0"): text.append("~")
                case (true, "1"): text.append("/")
                case (true, _): text.append(contentsOf: ["~", scalar])
                case (false, "~"): break
                case (false, _): text.append(scalar)
                }
                isEscaped = !isEscaped && scalar == "~"
            }
            return String(text)
        }
    }
}

extension JSON {
    /// Adds, removes or replaces at a pointer; returns whether the pointer exists in the value.
    fileprivate mutating func edit(at tokens: ArraySlice<String>, _ name: String, _ operand: JSON?) -> Bool {
        guard let token = tokens.first else {
            self = operand ?? .null
            return true
        }
        let rest = tokens.dropFirst()
        switch content {
        case .object(var members):
            let index = members.firstIndex { $0.name.hasSameBytes(as: token) }
            self = .null
            defer { self = .object(members) }
            if !rest.isEmpty {
                guard let index else { return false }
                var child = members[index].value
                defer { members[index] = Member(token, child) }
                return child.edit(at: rest, name, operand)
            }
            switch (name, index, operand) {
            case ("remove", let index?, _): members.remove(at: index)
            case ("add", nil, let operand?): members.append(Member(token, operand))
            case (_, let index?, let operand?): members[index] = Member(token, operand)
            default: return false
            }
            return true
        case .array(var elements):
            let isEnd = token == "-" && name == "add" && rest.isEmpty
            guard let index = isEnd ? elements.count : Int(token), index >= 0, String(index) == token || isEnd else {
                return false
            }
            self = .null
            defer { self = .array(elements) }
            guard index < elements.count || (index == elements.count && name == "add" && rest.isEmpty) else {
                return false
            }
            if !rest.isEmpty { return elements[index].edit(at: rest, name, operand) }
            switch (name, operand) {
            case ("remove", _): elements.remove(at: index)
            case ("add", let operand?): elements.insert(operand, at: index)
            case (_, let operand?): elements[index] = operand
            default: return false
            }
            return true
        default: return false
        }
    }
}
