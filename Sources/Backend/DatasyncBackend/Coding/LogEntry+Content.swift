package import DatasyncLog
package import DatasyncTree
import DatasyncWire

extension LogEntry {
    /// Returns the entry's change as members of a JSON object: its kind, its path and its content.
    ///
    /// - Parameter hasClaims: Whether the claims of a token are included, which may be personal data.
    /// - Returns: The members.
    /// - Throws: ``DatasyncError`` if a newer version of the library wrote the entry, or if it cannot be read.
    package func describedContent(hasClaims: Bool = false) throws(DatasyncError) -> [JSON.Member] {
        switch try DatabaseEntry(self).change {
        case .write(let write, let hash): write.members() + hash.members("ifHash")
        case .ownerWrite(let write): write.members() + [JSON.Member("owner", true)]
        case .refused(let status, let reason):
            [kind("refused"), JSON.Member("status", .string(status.rawValue))]
                + (reason.isEmpty ? [] : [JSON.Member("reason", .string(reason))])
        case .registerOnDisconnect(let write), .replaceOnDisconnect(let write):
            write.members(kinds: ("setOnDisconnect", "mergeOnDisconnect"))
        case .cancelOnDisconnect(let path):
            [kind("cancelOnDisconnect"), JSON.Member("path", .string(path.description))]
        case .signIn(.owner): [kind("signIn"), JSON.Member("owner", true)]
        case .signIn(.client(nil)): [kind("signOut")]
        case .signIn(.client(let auth?)):
            [kind("signIn"), JSON.Member("user", .string(auth.uid))] + auth.provider.members("provider")
                + (hasClaims ? [JSON.Member("token", auth.token)] : [])
        case .closeSession: [kind("closeSession")]
        case .closeRun(let run): [kind("closeRun"), JSON.Member("closed", .string("\(run)"))]
        case .startRun: [kind("startRun")]
        case .setRules(let rules):
            [
                kind("setRules"), JSON.Member("source", .string("\(rules.source)")),
                JSON.Member("rules", rules.json),
            ]
        case .setLimits(let limits): [kind("setLimits"), JSON.Member("limits", limits.json)]
        }
    }

    private func kind(_ name: String) -> JSON.Member { JSON.Member("kind", .string(name)) }
}

extension Write {
    /// Returns the kind, the path and the written data.
    ///
    /// - Parameter kinds: The names for replacing a node and for a merge.
    /// - Returns: The members of a JSON object.
    fileprivate func members(kinds: (set: String, merge: String) = ("set", "merge")) -> [JSON.Member] {
        [
            JSON.Member("kind", .string(isMerge ? kinds.merge : kinds.set)),
            JSON.Member("path", .string(path.description)), JSON.Member("data", json),
        ]
    }
}

extension String? {
    /// Returns a member with the text, or no member for `nil`.
    fileprivate func members(_ name: String) -> [JSON.Member] { map { [JSON.Member(name, .string($0))] } ?? [] }
}

extension Limits {
    /// The limits by name.
    fileprivate var json: JSON {
        let limits = [
            ("children", children), ("keyBytes", keyBytes), ("string", string), ("write", write), ("listen", listen),
        ]
        return .object(limits.map { JSON.Member($0.0, .number(Double($0.1))) })
    }
}
