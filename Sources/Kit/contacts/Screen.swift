import Foundation

/// The terminal: at most 80 columns, and one screen for each step if a person is at it.
struct Screen {
    /// The width of the indented part of a line, with the name of the client.
    private static let indent = 8

    /// The number of columns, from the variable `COLUMNS` or from the terminal.
    let width: Int
    private let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1

    init() {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
        width = min(max(columns ?? (isKnown ? Int(size.ws_col) : 80), 48), 80)
    }

    /// Prints a title between two empty lines.
    func title(_ text: String) { print("\n" + wrapped(text, indent: 0) + "\n") }

    /// Prints text below a name, broken at the width.
    func line(_ name: String = "", _ text: String) {
        let broken = wrapped(text, indent: Self.indent)
        print(name.padding(toLength: Self.indent, withPad: " ", startingAt: 0) + broken.drop { $0 == " " })
    }

    /// Prints text over the whole width, broken between words.
    func paragraph(_ text: String) { print(wrapped(text, indent: 0)) }

    /// Prints the traces of a client's three watchers: one trace if they are equal.
    ///
    /// - Parameters:
    ///   - name: The name of the client.
    ///   - columns: The traces, one for each dialect.
    /// - Returns: Whether the traces are equal.
    func show(_ name: String, _ columns: [Column]) -> Bool {
        let traces = columns.map(\.lines)
        let isEqual = traces.allSatisfy { $0 == traces[0] }
        for (column, trace) in zip(columns, traces).prefix(isEqual ? 1 : columns.count) {
            if !isEqual { line(name, "in the dialect of \(column.title):") }
            if trace.isEmpty { line(name, "nothing") }
            for (number, text) in trace.enumerated() { line(number == 0 ? name : "", text) }
        }
        return isEqual
    }

    /// Waits for the Return key before the next step, unless the output goes to a file or the input comes from one.
    func pause() {
        guard isInteractive else { return }
        print("\nPress Return for the next step.", terminator: "")
        _ = readLine()
    }

    /// Breaks text between words; every line but the first begins with the indent.
    private func wrapped(_ text: String, indent: Int) -> String {
        var lines = [String(repeating: " ", count: indent)]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let last = lines[lines.count - 1]
            if last.count > indent, last.count + 1 + word.count > width {
                lines.append(String(repeating: " ", count: indent) + word)
            } else {
                lines[lines.count - 1] += (last.count > indent ? " " : "") + word
            }
        }
        return lines.joined(separator: "\n")
    }
}
