package import DatasyncEngine
package import DatasyncTree

/// A place in the tree of a client: what every dialect's references are made of.
///
/// A place may be ill-formed; then everything done at it fails with the reason, and nothing traps.
package struct Location: Sendable {
    package typealias Completion = @Sendable (Result<Outcome, WebcomError>) -> Void

    /// When a write takes effect.
    package enum Time: Sendable {
        case now
        /// Once, when the present connection ends.
        case nextDisconnection
        /// Each time a connection ends.
        case onDisconnection
    }

    package let client: Client
    package let checkedPath: Result<Path, WebcomError>

    /// Makes a location; without a target the root, or the error of a client that is refused.
    package init(client: Client, checkedPath: Result<Path, WebcomError>? = nil) {
        self.client = client
        self.checkedPath = checkedPath ?? client.refusal.map { .failure($0) } ?? .success(.root)
    }

    /// The path, or the root where the place is ill-formed: for names and descriptions only.
    package var path: Path { (try? checkedPath.get()) ?? .root }

    package var key: String { path.last?.text ?? "" }

    package var parent: Location? {
        guard case .success(let path) = checkedPath, let parent = path.parent else { return nil }
        return Location(client: client, checkedPath: .success(parent))
    }

    package var root: Location { Location(client: client) }

    /// The place that a text leads to from here.
    package func relative(_ text: String) -> Location {
        let checkedPath = checkedPath.flatMap { path -> Result<Path, WebcomError> in
            do throws(DataError) {
                return .success(try path.resolving(text))
            } catch {
                let place = path.isRoot ? text : "\(path)/\(text)"
                return .failure(WebcomError(DataError(error.code, at: place, error.message)))
            }
        }
        return Location(client: client, checkedPath: checkedPath)
    }

    /// Checks the path, as far as it is known: the path of a refused client is not, and its operations fail anyway.
    ///
    /// - Throws: ``WebcomError`` `invalidPath` when the path is ill-formed.
    package func checkPath() throws(WebcomError) {
        if client.refusal == nil { _ = try checkedPath.get() }
    }

    package func child(_ key: Key) -> Location {
        Location(client: client, checkedPath: checkedPath.map { $0.child(key) })
    }

    /// A new child with a push identifier.
    package func makeChild() -> Location { child(client.engine.makePushKey()) }

    /// A query of this place.
    ///
    /// - Throws: The reason why the place is ill-formed, or what is wrong with the constraint there.
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
    /// The absolute path; of an ill-formed place the path asked for, marked as ill-formed.
    package var description: String {
        switch checkedPath {
        case .success: text
        case .failure(let error): "\(text) (\(error.code == .invalidPath ? "ill-formed" : error.code.rawValue))"
        }
    }

    /// The absolute path, of an ill-formed place the one asked for.
    package var text: String {
        guard case .failure(let error) = checkedPath else { return path.description }
        let asked = (error.path ?? "").abbreviated()
        return asked.hasPrefix("/") ? asked : "/" + asked
    }

    /// The identifier of the application and the path, for the descriptions of references.
    package var qualifiedText: String { "\(client.identifier):\(self)" }
}
