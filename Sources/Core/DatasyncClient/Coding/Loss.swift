import DatasyncTree

/// A part of an encoded value that the data model does not store, or that a reader may misunderstand.
package struct Loss {
    /// The container that holds the part.
    enum Holder {
        case object
        case dictionary
        case array
    }

    /// The coding path with `*` for array indices, so that all elements share it.
    package let pattern: String
    package let error: WebcomError

    /// Describes a value that is not stored; `nil` if a reader gets the same value without it.
    init?(_ value: Encoded, holder: Holder, at path: Path, codingPath: [any CodingKey]) {
        let place = path.text(with: codingPath)
        let finding: String
        switch (value, holder) {
        case (.null, .dictionary):
            finding =
                "The dictionary value at \(place) is nil, which is not stored: a reader finds a dictionary without that "
                + "key. Leave the key out, or merge the dictionary to remove the child."
        case (.null, .array):
            finding =
                "The array element at \(place) is nil and no element follows that is stored, so that a reader finds a shorter "
                + "array. Leave nil elements at the end out, or use a dictionary."
        case (.null, .object), (.leaf, _), (.deferred, _): return nil
        case (.object(let object), _) where !object.isDictionary:
            finding =
                "The \(object.type) at \(place) encodes to nothing: a reader finds no value there. Give it a member that is "
                + "always written (an enum: raw values), or make the property optional."
        case (.object(let object), _):
            finding = Self.empty(object.type, "dictionary", object.members.isEmpty, holder, at: place)
        case (.array(let array), _):
            finding = Self.empty(array.type, "array", array.elements.isEmpty, holder, at: place)
        case (.open(let writer), _):
            // An empty superclass decodes from a missing child.
            if codingPath.last?.stringValue == NodeCodingKey.superclass.stringValue { return nil }
            finding =
                "The nested container of \(writer.type) at \(place) is empty: a reader finds no value there. Write a member "
                + "into it, or read it as optional."
        }
        let steps = codingPath.map { ($0 as? NodeCodingKey)?.isIndex == true ? "*" : $0.stringValue }
        pattern = steps.joined(separator: "/")
        error = WebcomError(.encodingFailed, at: place, finding)
    }

    private init(pattern: String, _ error: WebcomError) {
        self.pattern = pattern
        self.error = error
    }

    /// Returns the loss for a merge without members, which changes nothing.
    static func emptyMerge(of type: Any.Type, at path: Path) -> Loss {
        Loss(
            pattern: "",
            WebcomError(
                .encodingFailed, at: path.description,
                "The \(type) merged at \(path) has no members, so that the merge changes nothing. Encode nil for members "
                    + "that are to be removed, or leave the merge out."))
    }

    /// Returns the diagnostic about a `Date` in seconds since 2001 beside a server timestamp.
    static func mixedTimes(date place: String) -> Loss {
        Loss(
            pattern: "a Date beside a server timestamp",
            WebcomError(
                .encodingFailed, at: place,
                "The Date at \(place) is stored in seconds since 2001, and the server timestamp written with it in milliseconds "
                    + "since 1970. To store both alike, set dateEncodingStrategy of the application's jsonEncoder and "
                    + "dateDecodingStrategy of its jsonDecoder to .millisecondsSince1970."))
    }

    private static func empty(_ type: Any.Type, _ kind: String, _ isEmpty: Bool, _ holder: Holder, at place: String)
        -> String
    {
        let problem = isEmpty ? "is empty, and empty values are not stored" : "holds only values that are not stored"
        let found =
            switch holder {
            case .object: "a reader finds no value there, which a non-optional \(kind) property decodes as empty"
            case .dictionary: "a reader finds a dictionary without that key"
            case .array: "a reader finds null before other elements and a shorter array at the end"
            }
        return "The \(type) at \(place) \(problem): \(found). Declare the property as a "
            + "non-optional \(kind), or store a count or flag with it."
    }
}
