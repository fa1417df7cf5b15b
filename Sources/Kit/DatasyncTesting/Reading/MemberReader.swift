package import DatasyncTree

/// A reader of the members of a JSON object by name and type; unknown members are an error.
package struct MemberReader {
    package let file: String
    /// The position of the object in the file, for error messages.
    package let place: String
    private let members: [JSON.Member]
    private var known: Set<String> = []

    package init(_ json: JSON, file: String, place: String) throws(ReadingError) {
        guard let members = json.members else {
            throw ReadingError(file: file, place: place, problem: "expected an object, found \(json.kind)")
        }
        self.file = file
        self.place = place
        self.members = members
    }

    /// Returns the elements of a file whose top level is an array.
    package static func elements(of bytes: [UInt8], file: String, expected: String) throws(ReadingError) -> [JSON] {
        let json: JSON
        do throws(DatasyncError) {
            json = try JSONParser.parse(bytes)
        } catch {
            throw ReadingError(file: file, place: "", problem: error.message)
        }
        guard let elements = json.array else {
            throw ReadingError(file: file, place: "", problem: "expected an array of \(expected), found \(json.kind)")
        }
        return elements
    }

    package func failure(_ problem: String) -> ReadingError { ReadingError(file: file, place: place, problem: problem) }

    package mutating func json(_ name: String) -> JSON? {
        known.insert(name)
        return members.first { $0.name == name }?.value
    }

    package mutating func required(_ name: String) throws(ReadingError) -> JSON {
        guard let json = json(name) else { throw failure("the member \"\(name)\" is missing") }
        return json
    }

    package mutating func string(_ name: String) throws(ReadingError) -> String {
        let json = try required(name)
        guard let text = json.string else { throw wrong(name, "a string", json) }
        return text
    }

    package mutating func optionalString(_ name: String) throws(ReadingError) -> String? {
        guard let json = json(name) else { return nil }
        guard let text = json.string else { throw wrong(name, "a string", json) }
        return text
    }

    package mutating func strings(_ name: String) throws(ReadingError) -> [String]? {
        guard let json = json(name) else { return nil }
        guard let elements = json.array else { throw wrong(name, "an array of strings", json) }
        var strings: [String] = []
        for element in elements {
            guard let text = element.string else { throw wrong(name, "an array of strings", element) }
            strings.append(text)
        }
        return strings
    }

    package mutating func flag(_ name: String, default fallback: Bool = false) throws(ReadingError) -> Bool {
        guard let json = json(name) else { return fallback }
        guard let flag = json.boolean else { throw wrong(name, "true or false", json) }
        return flag
    }

    package mutating func number(_ name: String) throws(ReadingError) -> Double? {
        guard let json = json(name) else { return nil }
        guard let number = json.number else { throw wrong(name, "a number", json) }
        return number
    }

    package mutating func integer(_ name: String) throws(ReadingError) -> Int? {
        guard let json = json(name) else { return nil }
        guard let number = json.integer else { throw wrong(name, "an integer", json) }
        return number
    }

    package mutating func array(_ name: String) throws(ReadingError) -> [JSON] {
        let json = try required(name)
        guard let elements = json.array else { throw wrong(name, "an array", json) }
        return elements
    }

    /// Throws for a member that no call has read.
    package func finish() throws(ReadingError) {
        for member in members where !known.contains(member.name) {
            let names = known.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            throw failure("unknown member \"\(member.name)\"; known here: \(names)")
        }
    }

    private func wrong(_ name: String, _ expected: String, _ found: JSON) -> ReadingError {
        failure("the member \"\(name)\" should be \(expected), but is \(found.kind): \(found.text)")
    }
}
