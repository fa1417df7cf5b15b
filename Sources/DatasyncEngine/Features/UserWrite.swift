package import DatasyncTree
package import DatasyncWire

/// A set or a merge, and the user who made it.
package struct UserWrite: Sendable {
    package let path: Path
    package let parts: [MergePart]
    package let isMerge: Bool
    /// The user; always `nil` without an offline store.
    package let user: UserIdentity?

    package init(path: Path, parts: [MergePart], isMerge: Bool, user: UserIdentity?) {
        self.path = path
        self.parts = parts
        self.isMerge = isMerge
        self.user = user
    }

    /// Returns the request of the write.
    package func action(_ number: WriteNumber?) -> Request.Action {
        isMerge
            ? .merge(path: path, parts: parts, writeNumber: number)
            : .put(path: path, value: parts[0].value, expectedHash: nil, writeNumber: number)
    }

    /// Whether the write increments a number, so that its effect depends on how often it is applied.
    package var increments: Bool {
        parts.contains { part in
            part.value.deferred.contains { if case .increment = $0.value { true } else { false } }
        }
    }
}
