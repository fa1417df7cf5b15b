/// The output of the samples in the guides.
@MainActor
final class Form {
    var isBusy = false
    private(set) var lines: [String] = []

    func show(_ line: String) { lines.append(line) }
}

/// A person as the samples of the guides store one.
struct Person: Codable, Sendable {
    var name: String
    var phone: String?
}
