package import DatasyncTree
package import DatasyncWire

/// A set or a merge, and the user who made it.
package struct UserWrite: Sendable {
    /// The written values.
    package enum Content: Sendable {
        case set(WriteValue)
        case merge([MergePart])
    }

    package let path: Path
    package let content: Content
    /// The user; `nil` if the client had none.
    package let user: UserIdentity?

    package init(path: Path, _ content: Content, user: UserIdentity?) {
        self.path = path
        self.content = content
        self.user = user
    }

    /// Returns the write as one of another identity of its user.
    func owned(by user: UserIdentity) -> UserWrite { UserWrite(path: path, content, user: user) }

    package var isMerge: Bool { if case .merge = content { true } else { false } }

    /// The written values, with paths relative to that of the write.
    package var parts: [MergePart] {
        switch content {
        case .set(let value): [MergePart(path: .root, value: value)]
        case .merge(let parts): parts
        }
    }

    /// Returns the request of the write.
    package func action(_ number: WriteNumber?) -> Request.Action {
        switch content {
        case .set(let value): .put(path: path, value: value, expectedHash: nil, writeNumber: number)
        case .merge(let parts): .merge(path: path, parts: parts, writeNumber: number)
        }
    }

    /// Whether the write increments a number, so that its effect depends on how often it is applied.
    package var increments: Bool {
        parts.contains { part in
            part.value.deferred.contains { if case .increment = $0.value { true } else { false } }
        }
    }
}
