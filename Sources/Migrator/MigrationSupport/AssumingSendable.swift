/// Returns a function as Sendable, for code without isolation that passes it to closures on the main queue.
///
/// The compiler does not check that the function is called there only; replace the call by isolating the code to the main
/// actor.
///
/// - Parameter function: The function.
/// - Returns: The same function.
public func assumingSendable<Value>(
    _ function: @escaping (Value) -> Void
) -> @Sendable (Value) -> Void {
    nonisolated(unsafe) let function = function
    return { function($0) }
}

/// Returns a function with two parameters as Sendable, like the overload for one parameter.
///
/// - Parameter function: The function.
/// - Returns: The same function.
public func assumingSendable<First, Second>(
    _ function: @escaping (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
    nonisolated(unsafe) let function = function
    return { function($0, $1) }
}

/// Returns an optional function with two parameters as Sendable, like the overload for one parameter.
///
/// - Parameter function: The function; `nil` stays `nil`.
/// - Returns: The same function.
public func assumingSendable<First, Second>(
    _ function: ((First, Second) -> Void)?
) -> (@Sendable (First, Second) -> Void)? {
    function.map { assumingSendable($0) }
}
