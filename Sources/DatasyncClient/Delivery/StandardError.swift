import Foundation

/// Where diagnostics go that nobody asked for.
enum StandardError {
    static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
