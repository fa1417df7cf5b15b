/// A closure of the main actor as one for the main queue, which is where that actor runs.
///
/// - Parameter body: The closure; to be called on the main queue only.
/// - Returns: The same, callable from a closure that the compiler does not know to be on the main actor.
func onMain<Input: Sendable, Output: Sendable>(
    _ body: @escaping @MainActor (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
    { input in try MainActor.assumeIsolated { try body(input) } }
}

/// The same for a closure that cannot fail.
///
/// - Parameter body: The closure; to be called on the main queue only.
/// - Returns: The same, callable from a closure that the compiler does not know to be on the main actor.
func onMain<Input: Sendable>(_ body: @escaping @MainActor (Input) -> Void) -> @Sendable (Input) -> Void {
    { input in MainActor.assumeIsolated { body(input) } }
}
