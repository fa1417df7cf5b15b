#if Migrator
    import SwiftSyntax

    /// The values that a completion receives besides the error, as constants after `try await`.
    struct CompletionValue {
        private let result: AwaitedOperation.Result
        /// The parameter that says whether a transaction is committed.
        private let committed: String?
        /// The parameter with the value, which is optional.
        let value: String?
        /// The name for the result of a transaction.
        private let resultName: String

        /// - Parameters:
        ///   - operation: The operation with the completion.
        ///   - owner: The function or closure in which the constants are declared.
        init(_ operation: AwaitedOperation, in owner: Syntax) {
            result = operation.result
            resultName = ["result", "outcome"].first { !owner.mentions($0) } ?? "transactionResult"
            let names = operation.parameters.map { $0 == "_" ? nil : $0 }
            switch operation.result {
            case .nothing, .event: (committed, value) = (nil, nil)
            case .value: (committed, value) = (nil, names.dropFirst().first ?? nil)
            case .transaction: (committed, value) = (names.dropFirst().first ?? nil, names.dropFirst(2).first ?? nil)
            }
        }

        /// Returns the names that may be declared for a completion.
        func names(in closure: ClosureExprSyntax) -> [String] {
            [committed, value].compactMap(\.self).filter { Syntax(closure.statements).mentions($0) }
        }

        /// Returns the statements that start the operation and declare the values that the completion receives.
        ///
        /// - Parameters:
        ///   - call: The operation.
        ///   - statements: The statements that follow.
        ///   - bound: The name of the value where the value is not optional.
        ///   - isTried: Whether a failure is ignored.
        /// - Returns: The statements, without declarations of unused values.
        func declarations(
            _ call: String, _ statements: [CodeBlockItemSyntax], bound: String? = nil, isTried: Bool = false
        ) -> [String] {
            func uses(_ name: String?) -> Bool {
                name.map { name in statements.contains { Syntax($0).mentions(name) } } ?? false
            }
            let awaited = "\(isTried ? "try?" : "try") await \(call)"
            let name = bound.flatMap { uses($0) ? $0 : nil } ?? value.flatMap { uses($0) ? $0 : nil }
            let type = bound == nil ? ": DatasyncValue?" : ""
            switch result {
            case .nothing, .event: return [awaited]
            case .value: return [name.map { "let \($0)\(type) = \(awaited)" } ?? "_ = \(awaited)"]
            case .transaction:
                let base = isTried ? "\(resultName)?" : resultName
                let values = [
                    committed.flatMap { uses($0) ? "let \($0) = \(base).status == .committed" : nil },
                    name.map { "let \($0)\(type) = \(base).value" },
                ].compactMap(\.self)
                return values.isEmpty ? [awaited] : ["let \(resultName) = \(awaited)"] + values
            }
        }
    }
#endif
