/// Where the samples of the guides show what they do.
@MainActor
final class Form {
    var isBusy = false
    private(set) var lines: [String] = []

    func show(_ line: String) { lines.append(line) }
}

/// Somebody, as the samples of the guides store them.
struct Person: Codable, Sendable {
    var name: String
    var phone: String?
}
