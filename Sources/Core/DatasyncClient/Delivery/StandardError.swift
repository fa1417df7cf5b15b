import Foundation

/// The standard error stream, which is the default output of diagnostics.
enum StandardError {
    static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
