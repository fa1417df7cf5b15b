package import DatasyncTree
package import DatasyncWire

/// A write, and the user who made it.
package struct UserWrite: Sendable {
    package let write: Write
    /// The user; `nil` if the client had none.
    package let user: UserIdentity?

    package init(_ write: Write, user: UserIdentity?) {
        self.write = write
        self.user = user
    }

    package var path: Path { write.path }

    /// Returns the write under another identity of its user.
    func owned(by user: UserIdentity) -> UserWrite { UserWrite(write, user: user) }

    /// Returns the request of the write.
    package func action(_ number: WriteNumber?) -> Request.Action { .write(write, writeNumber: number) }
}
