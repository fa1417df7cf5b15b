/// Closures of the main actor as closures for the main queue, which is where that actor runs.
///
/// - Parameter body: To be called on the main queue only.
/// - Returns: The same, callable where the compiler does not know of the main actor.
package func onMain<Input: Sendable>(_ body: @escaping @MainActor (Input) -> Void) -> @Sendable (Input) -> Void {
    { input in MainActor.assumeIsolated { body(input) } }
}

/// The same for closures with two parameters.
package func onMain<First: Sendable, Second: Sendable>(
    _ body: @escaping @MainActor (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
    { first, second in MainActor.assumeIsolated { body(first, second) } }
}

/// The same for closures with three parameters.
package func onMain<First: Sendable, Second: Sendable, Third: Sendable>(
    _ body: @escaping @MainActor (First, Second, Third) -> Void
) -> @Sendable (First, Second, Third) -> Void {
    { first, second, third in MainActor.assumeIsolated { body(first, second, third) } }
}
