import DatasyncConcurrency
import Foundation

private let output = Guarded(FileHandle.standardOutput)

/// Prints a line to the standard output, whole, whichever threads print at once and however slowly it is read.
///
/// A pipe that is full takes a line of more than 4,096 bytes in pieces, and those of other threads get between them.
@Sendable package func report(_ line: String) {
    output.withLock { $0.write(Data((line + "\n").utf8)) }
}
