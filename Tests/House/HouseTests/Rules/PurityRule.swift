/// The rule that lower modules are pure Swift: no Foundation, no clocks and no unseeded random numbers.
enum PurityRule {
    /// The modules of other packages that a pure module may import.
    static let allowedImports: [String: Set<String>] = [
        // Values only: no locks. The cached hash of a node is an atomic reference, or part of the atomic header of its page.
        "DatasyncTree": ["Synchronization"],
        // The delivery queue is a Dispatch queue, and threads are those of the system.
        "DatasyncConcurrency": ["Synchronization", "Dispatch", "Glibc", "Musl", "Darwin"],
        "DatasyncWire": ["Synchronization"],
        "DatasyncLog": ["Synchronization"],
        // Its files are those of the system; clocks and random numbers are passed in or behind its file operations.
        "DatasyncStorage": ["Synchronization", "Glibc", "Musl", "Darwin"],
        "DatasyncEngine": ["Synchronization"],
        "DatasyncBackend": ["Synchronization"],
        "DatasyncLive": ["Synchronization"],
        // Its queues are Dispatch queues.
        "DatasyncPromise": ["Synchronization", "Dispatch"],
    ]

    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter(\.isSource).flatMap { file -> [Violation] in
            guard let module = file.module, let allowed = allowedImports[module] else { return [] }
            return imports(of: file, in: module, allowed: allowed) + words(of: file, in: module)
        }
    }

    private static func imports(of file: SourceFile, in module: String, allowed: Set<String>) -> [Violation] {
        file.imports.compactMap { name, line in
            guard !name.hasPrefix("Datasync"), !allowed.contains(name) else { return nil }
            return Violation(
                "imports \(name) in the pure module \(module)", at: file.place(line),
                remedy: "Do without it, or move the code to DatasyncClient or above.")
        }
    }

    private static func words(of file: SourceFile, in module: String) -> [Violation] {
        file.tokens.indices.compactMap { index in
            let token = file.tokens[index]
            if module == "DatasyncTree", locks.contains(token.text), !file.path.hasSuffix(storage) {
                return Violation(
                    "uses \(token.text) in DatasyncTree", at: file.place(token.line),
                    remedy: "The tree is made of values: keep what is shared and guarded in a module above.")
            }
            guard module != "DatasyncPromise",
                clocksAndChance.contains(token.text) || isUnseededChance(file.tokens, at: index)
            else { return nil }
            return Violation(
                "uses \(token.text) in the pure module \(module)", at: file.place(token.line),
                remedy: "Take the time or the generator from the caller.")
        }
    }

    /// Returns whether a call such as `.random(in:)` has no generator argument.
    private static func isUnseededChance(_ tokens: [Token], at index: Int) -> Bool {
        guard ["random", "randomElement", "shuffle", "shuffled"].contains(tokens[index].text), index > 0,
            tokens[index - 1].text == ".", tokens.indices.contains(index + 1), tokens[index + 1].text == "("
        else { return false }
        var depth = 0
        for token in tokens[(index + 1)...] {
            if token.text == "using" { return false }
            depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
            if depth == 0 { break }
        }
        return true
    }

    private static let locks: Set = ["Mutex", "Atomic", "Guarded"]
    /// The unsafe storage of the tree, whose atomic header may be the reference to a cached hash.
    private static let storage = "DatasyncTree/Node/ChildPage.swift"
    private static let clocksAndChance: Set = ["ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator"]
}
