import Foundation

/// The standard error stream, the default output for diagnostics.
enum StandardError {
    static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
