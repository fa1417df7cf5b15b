import DatasyncTree

/// A search for the operations of a JSON Patch.
struct JSONPatchMaker {
    /// Operations in order, with the length of their text.
    struct Edits: Sendable {
        var operations: [JSON] = []
        /// The bytes of the operations, with a comma after each.
        var length = 0

        static func + (left: Edits, right: Edits) -> Edits {
            Edits(operations: left.operations + right.operations, length: left.length + right.length)
        }
    }

    /// The maximum number of byte pairs for comparing every element of one array with every element of the other.
    private static let thoroughness = 1 << 18
    /// The maximum number of element pairs for aligning arrays; beyond it, elements are paired by index.
    private static let alignment = 1 << 20

    /// Returns the shortest operations found that turn one value into another.
    func edits(from old: JSONTree, to new: JSONTree, at pointer: String) -> Edits {
        if old == new { return Edits() }
        let whole = operation("replace", at: pointer, new)
        let parts: Edits
        switch (old.shape, new.shape) {
        case (.object(let mine), .object(let theirs)): parts = memberEdits(mine, theirs, pointer)
        case (.array(let mine), .array(let theirs)): parts = elementEdits(mine[...], theirs[...], pointer)
        default: return whole
        }
        return parts.length < whole.length ? parts : whole
    }

    private func operation(_ name: String, at pointer: String, _ value: JSONTree? = nil) -> Edits {
        var members: [JSON.Member] = [.init("op", .string(name)), .init("path", .string(pointer))]
        var length = 17 + name.utf8.count + JSON.string(pointer).text.utf8.count
        if let value {
            members.append(.init("value", value.json))
            length += 9 + value.length
        }
        return Edits(operations: [.object(members)], length: length + 1)
    }

    // MARK: Objects

    private func memberEdits(
        _ old: [(name: String, value: JSONTree)], _ new: [(name: String, value: JSONTree)], _ pointer: String
    ) -> Edits {
        var edits = Edits()
        var (mine, theirs) = (old[...], new[...])
        while let name = [mine.first?.name, theirs.first?.name].compactMap(\.self).min(by: {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }) {
            let place = pointer + "/" + name.asPointerToken
            let before = mine.first.flatMap { $0.name.hasSameBytes(as: name) ? $0.value : nil }
            let after = theirs.first.flatMap { $0.name.hasSameBytes(as: name) ? $0.value : nil }
            if before != nil { mine.removeFirst() }
            if after != nil { theirs.removeFirst() }
            switch (before, after) {
            case (let before?, let after?): edits = edits + self.edits(from: before, to: after, at: place)
            case (nil, let after?): edits = edits + operation("add", at: place, after)
            default: edits = edits + operation("remove", at: place)
            }
        }
        return edits
    }

    // MARK: Arrays

    /// Returns the operations for an array: equal elements at both ends are skipped, the others are aligned.
    private func elementEdits(
        _ old: ArraySlice<JSONTree>, _ new: ArraySlice<JSONTree>, _ pointer: String
    ) -> Edits {
        var (old, new) = (old, new)
        let size = old.count
        while let mine = old.first, let theirs = new.first, mine == theirs {
            old.removeFirst()
            new.removeFirst()
        }
        while let mine = old.last, let theirs = new.last, mine == theirs {
            old.removeLast()
            new.removeLast()
        }
        let pointerLength = JSON.string(pointer + "/").text.utf8.count
        var aligner = ArrayAligner(old: old, new: new, size: size, pointerLength: pointerLength)
        let (bytes, pairs) = (
            old.reduce(1) { $0 + $1.length } * new.reduce(1) { $0 + $1.length }, old.count * new.count
        )
        if bytes <= Self.thoroughness {
            aligner.align { mine, theirs, index in edits(from: mine, to: theirs, at: "\(pointer)/\(index)").length }
        } else if pairs <= Self.alignment {
            aligner.align { mine, theirs, index in
                mine == theirs ? 0 : 34 + pointerLength + String(index).utf8.count + theirs.length
            }
        } else {
            aligner.alignByPlace()
        }
        return edits(of: aligner, pointer)
    }

    /// Returns the operations of an alignment, last index first, so that no operation shifts the index of another.
    private func edits(of aligner: ArrayAligner, _ pointer: String) -> Edits {
        var appended = Edits()
        var others: [Edits] = []
        for step in aligner.steps {
            switch step {
            case .edit(let index, let new):
                others.append(edits(from: aligner.old[index], to: aligner.new[new], at: "\(pointer)/\(index)"))
            case .remove(let index): others.append(operation("remove", at: "\(pointer)/\(index)"))
            case .add(let index, let new) where index == aligner.size:
                appended = appended + operation("add", at: "\(pointer)/-", aligner.new[new])
            case .add(let index, let new):
                others.append(operation("add", at: "\(pointer)/\(index)", aligner.new[new]))
            }
        }
        return others.reversed().reduce(appended, +)
    }
}

extension String {
    /// The name, escaped as a token of a JSON Pointer.
    fileprivate var asPointerToken: String {
        var token = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "~": token.append(contentsOf: ["~", "0"])
            case "/": token.append(contentsOf: ["~", "1"])
            default: token.append(scalar)
            }
        }
        return String(token)
    }
}
