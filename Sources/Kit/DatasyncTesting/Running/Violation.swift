import Dispatch

/// An expectation that does not hold.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Compares a value with the expected one.
func require<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
    if value != expected { throw Violation(description: "\(what): \(value), expected \(expected)") }
}

/// Checks a condition.
func require(_ condition: Bool, _ what: String) throws {
    if !condition { throw Violation(description: "not true: \(what)") }
}

/// Waits until a condition holds.
func waitUntil(_ what: String, milliseconds: Int = 30_000, _ condition: () -> Bool) async throws {
    let limit = DispatchTime.now() + .milliseconds(milliseconds)
    while !condition() {
        guard DispatchTime.now() < limit else {
            throw Violation(description: "not reached in \(milliseconds) ms: \(what)")
        }
        await pause(milliseconds: 1)
    }
}

func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
}
