/// Converts a closure of the main actor into one for the main queue, on which that actor runs.
///
/// - Parameter body: The closure.
/// - Returns: The same closure without actor isolation. Call it on the main queue only; elsewhere it traps.
package func onMain<Input: Sendable>(_ body: @escaping @MainActor (Input) -> Void) -> @Sendable (Input) -> Void {
    { input in MainActor.assumeIsolated { body(input) } }
}

/// Converts a closure with two parameters.
package func onMain<First: Sendable, Second: Sendable>(
    _ body: @escaping @MainActor (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
    { first, second in MainActor.assumeIsolated { body(first, second) } }
}

/// Converts a closure with three parameters.
package func onMain<First: Sendable, Second: Sendable, Third: Sendable>(
    _ body: @escaping @MainActor (First, Second, Third) -> Void
) -> @Sendable (First, Second, Third) -> Void {
    { first, second, third in MainActor.assumeIsolated { body(first, second, third) } }
}

/// Converts a closure that returns a value and may throw.
package func onMain<Input: Sendable, Output: Sendable>(
    _ body: @escaping @MainActor (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
    { input in try MainActor.assumeIsolated { try body(input) } }
}
