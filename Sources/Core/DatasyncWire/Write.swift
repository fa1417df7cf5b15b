package import DatasyncTree

/// A write of an application: a value for a node, or a merge of values for nodes below it.
package struct Write: Sendable {
    /// The written values of a write, with paths relative to the path of the write.
    ///
    /// A set has one value, at the root. It needs no array.
    package enum Parts: RandomAccessCollection, Sendable {
        case set(WriteValue)
        case merge([MergePart])

        package var startIndex: Int { 0 }

        package var endIndex: Int { if case .merge(let parts) = self { parts.count } else { 1 } }

        package subscript(position: Int) -> MergePart {
            switch self {
            case .set(let value): MergePart(path: .root, value: value)
            case .merge(let parts): parts[position]
            }
        }
    }

    package let path: Path
    package let parts: Parts

    private init(path: Path, _ parts: Parts) {
        self.path = path
        self.parts = parts
    }

    package static func set(_ value: WriteValue, at path: Path) -> Write { Write(path: path, .set(value)) }

    package static func merge(_ parts: [MergePart], at path: Path) -> Write { Write(path: path, .merge(parts)) }

    /// Reads a set from the data of a message.
    ///
    /// - Throws: The errors of ``WriteValue``.
    static func set(_ data: JSON, at path: Path) throws(DatasyncError) -> Write {
        .set(try WriteValue(data, at: path, readsPriorities: true), at: path)
    }

    /// Reads a merge from the data of a message.
    ///
    /// - Throws: The errors of ``MergePart/parts(_:at:readsPriorities:)``.
    static func merge(_ data: JSON, at path: Path) throws(DatasyncError) -> Write {
        .merge(try MergePart.parts(data, at: path, readsPriorities: true), at: path)
    }

    /// The written data; for a merge, an object with the relative paths as names.
    package var json: JSON {
        setValue?.json ?? .object(parts.map { JSON.Member($0.path.relativeText, $0.value.json) })
    }

    /// Returns the write with only some of its parts; `nil` if none remains.
    package func filter(_ isIncluded: (MergePart) -> Bool) -> Write? {
        let left = parts.filter(isIncluded)
        if left.count == parts.count { return self }
        return left.isEmpty ? nil : .merge(left, at: path)
    }

    /// The value of a set; `nil` for a merge.
    package var setValue: WriteValue? { if case .set(let value) = parts { value } else { nil } }

    package var isMerge: Bool { if case .merge = parts { true } else { false } }

    /// Returns the path that a part writes.
    package func place(of part: MergePart) -> Path { isMerge ? path.appending(part.path) : path }

    /// Whether the write increments a number, so that its effect depends on how often it is applied.
    package var increments: Bool { parts.contains(where: \.value.increments) }
}

extension WriteValue {
    /// Whether the value, or a part of it, depends on the number before it.
    package var increments: Bool {
        deferred.contains { if case .increment? = $0.value { true } else { false } }
    }
}
