/// The way a file is opened.
package enum FileAccess: Sendable {
    case reading
    case writing
    /// Creates an empty file that only its owner can use, replacing an existing one.
    case creating
}
