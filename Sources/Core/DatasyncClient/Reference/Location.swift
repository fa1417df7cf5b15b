package import DatasyncEngine
package import DatasyncTree

/// A path in a client's tree: the base of the references of every dialect.
///
/// The path may be ill-formed; then all operations at the location fail with that error.
package struct Location: Sendable {
    package typealias Completion = @Sendable (Result<Outcome, WebcomError>) -> Void

    /// The time at which a write takes effect.
    package enum Time: Sendable {
        case now
        /// An on-disconnect write that runs once, when the current connection ends.
        case nextDisconnection
        /// An on-disconnect write that runs each time a connection ends.
        case onDisconnection
    }

    package let client: Client
    package let checkedPath: Result<Path, WebcomError>
    /// The path as written, if a `..` in it had no effect at the root; otherwise `nil`.
    let climbingPath: String?

    /// Makes a location; without a path it is the root, or the error of an invalid configuration.
    package init(client: Client, checkedPath: Result<Path, WebcomError>? = nil) {
        self.init(client: client, checkedPath: checkedPath, climbingPath: nil)
    }

    init(client: Client, checkedPath: Result<Path, WebcomError>?, climbingPath: String?) {
        self.client = client
        self.checkedPath = checkedPath ?? client.refusal.map { .failure($0) } ?? .success(.root)
        self.climbingPath = climbingPath
    }

    /// The path, or the root if the path is ill-formed; use it for names and descriptions only.
    package var path: Path { (try? checkedPath.get()) ?? .root }

    package var key: String { path.last?.text ?? "" }

    package var parent: Location? {
        guard case .success(let path) = checkedPath, let parent = path.parent else { return nil }
        return Location(client: client, checkedPath: .success(parent), climbingPath: climbingPath.map { $0 + "/.." })
    }

    package var root: Location { Location(client: client) }

    /// Returns the location at a relative path.
    package func relative(_ text: String) -> Location {
        let written = climbingPath.map { "\($0)/\(text)" } ?? (path.isRoot ? text : "\(path)/\(text)")
        let checkedPath = checkedPath.flatMap { path -> Result<Path, WebcomError> in
            do throws(DatasyncError) {
                return .success(try path.resolving(text))
            } catch {
                let place = path.isRoot ? text : "\(path)/\(text)"
                return .failure(WebcomError(DatasyncError(error.code, at: place, error.message)))
            }
        }
        let climbs = climbingPath != nil || Self.climbs(text, from: path.count)
        return Location(client: client, checkedPath: checkedPath, climbingPath: climbs ? written : nil)
    }

    /// Returns whether a relative path leads above the root.
    private static func climbs(_ text: String, from depth: Int) -> Bool {
        var depth = depth
        for segment in text.utf8.split(separator: UInt8(ascii: "/")) where !segment.elementsEqual(".".utf8) {
            depth += segment.elementsEqual("..".utf8) ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// Returns the location of a child by its key, which is not read as a path.
    package func child(key text: String) -> Location {
        guard let problem = Key.problem(in: text) else { return child(Key(unchecked: text)) }
        let checkedPath = checkedPath.flatMap { path -> Result<Path, WebcomError> in
            let place = path.isRoot ? text : "\(path)/\(text)"
            let message = "The key \(text.quoted(atMost: 40)) of a child \(problem)."
            return .failure(WebcomError(DatasyncError(.invalidPath, at: place, message)))
        }
        return Location(client: client, checkedPath: checkedPath)
    }

    /// Reports to the diagnostics that a write follows a path above the root.
    func reportClimbing() {
        guard let climbingPath, case .success(let path) = checkedPath else { return }
        client.diagnose(
            WebcomError(
                .invalidPath, at: path.description,
                "The path \(climbingPath.quoted(atMost: 120)) leads above the root, where .. has no effect, so that the write is "
                    + "at \(path). Check the path; child(key:) takes exactly one key."))
    }

    /// Returns the location at a relative path, which may lead from the root to the node `.info`.
    package func relativeOrInfo(_ text: String) -> Location {
        let names = text.split(separator: "/")
        guard path.isRoot, names.first == ".info", case .success = checkedPath else { return relative(text) }
        return root.child(.info).relative(names.dropFirst().joined(separator: "/"))
    }

    /// Checks the path, unless the client's configuration is invalid, because then operations fail anyway.
    ///
    /// - Throws: ``WebcomError`` `invalidPath` if the path is ill-formed.
    package func checkPath() throws(WebcomError) {
        if client.refusal == nil { _ = try checkedPath.get() }
    }

    package func child(_ key: Key) -> Location {
        Location(
            client: client, checkedPath: checkedPath.map { $0.child(key) },
            climbingPath: climbingPath.map { "\($0)/\(key.text)" })
    }

    /// The location of the node's priority, for writes only.
    package var priority: Location { child(.priority) }

    /// Returns the location of a new child with a push identifier.
    package func makeChild() -> Location { child(client.engine.makePushKey()) }

    /// Returns a query at the location.
    ///
    /// - Throws: The error of an ill-formed path or of the constraint.
    package func query(_ window: @autoclosure () throws(WebcomError) -> Window) throws(WebcomError) -> Query {
        let path = try checkedPath.get()
        do throws(WebcomError) {
            return Query(path: path, window: try window())
        } catch {
            throw error.located(at: path)
        }
    }
}

extension Location: Hashable {
    package static func == (left: Location, right: Location) -> Bool {
        left.client === right.client && left.checkedPath == right.checkedPath
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(client))
        hasher.combine(path)
    }
}

extension Location: CustomStringConvertible {
    /// The absolute path; an ill-formed path is shown as given, and marked as ill-formed.
    package var description: String {
        switch checkedPath {
        case .success: text
        case .failure(let error): "\(text) (\(error.code == .invalidPath ? "ill-formed" : error.code.rawValue))"
        }
    }

    /// The absolute path; an ill-formed path is shown as given.
    package var text: String {
        guard case .failure(let error) = checkedPath else { return path.description }
        let asked = (error.path ?? "").abbreviated()
        return asked.hasPrefix("/") ? asked : "/" + asked
    }

    /// The application's identifier and the path, for descriptions of references.
    package var qualifiedText: String { "\(client.identifier):\(self)" }
}
