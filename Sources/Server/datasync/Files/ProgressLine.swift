#if Server
    import DatasyncTree
    import Foundation

    /// A line at the bottom of a terminal that shows a command's progress; elsewhere it is not shown.
    struct ProgressLine {
        private let isShown = isatty(2) == 1

        /// Replaces the line.
        func show(_ text: @autoclosure () -> String) {
            if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K\(text())".utf8)) }
        }

        /// Removes the line.
        func end() { show("") }
    }
#endif
