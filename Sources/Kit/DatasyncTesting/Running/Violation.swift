import Dispatch

/// An expectation that does not hold.
package struct Violation: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Compares a value with the expected one.
package func require<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
    if value != expected { throw Violation(description: "\(what): \(value), expected \(expected)") }
}

/// Checks a condition.
package func require(_ condition: Bool, _ what: String) throws {
    if !condition { throw Violation(description: "not true: \(what)") }
}

/// Waits until a condition holds.
package func waitUntil(
    _ what: String, milliseconds: Int = 30_000, _ condition: () async throws -> Bool
) async throws {
    let limit = DispatchTime.now() + .milliseconds(milliseconds)
    while try await !condition() {
        guard DispatchTime.now() < limit else {
            throw Violation(description: "not reached in \(milliseconds) ms: \(what)")
        }
        await pause(milliseconds: 1)
    }
}

package func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
}
