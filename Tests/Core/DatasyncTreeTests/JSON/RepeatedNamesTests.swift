import DatasyncTree
import TestSupport
import Testing

@Suite("Names that repeat from object to object")
struct RepeatedNamesTests {
    @Test(
        "objects with other names than the one before are read as they are",
        arguments: [
            #"[{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7}]"#,
            #"[{"a":1},{"a":2,"b":3,"c":4},{"a":5,"bb":6},{"aa":7,"b":8}]"#,
            #"{"x":{"a":{"a":1,"b":2}},"y":{"a":{"a":3,"c":4},"b":5}}"#,
            #"[{"":1},{"":2},{"a":3},{"":4}]"#, #"[{"a\"b":1},{"a\"b":2},{"a\\":3},{"a\\":4},{"a":5}]"#,
            #"[{"é":1,"e\u0301":2},{"e\u0301":3,"é":4}]"#, #"[{"a":[{"a":1,"b":2}]},{"a":[{"a":3,"b":4}]}]"#,
        ])
    func others(text: String) throws {
        let names = try JSONParser.parse(text).allNames
        let reads = try text.objectTexts.map { try JSONParser.parse($0).allNames }
        #expect(names.count >= 4 && reads.joined().elementsEqual(names))
    }

    @Test(
        "a name that occurs twice is found, however the object before was",
        arguments: [
            (#"[{"a":1,"b":2},{"a":1,"a":2}]"#, 23), (#"[{"a":1,"b":2},{"b":1,"b":2}]"#, 23),
            (#"[{"a":1,"b":2},{"a":1,"b":2,"a":3}]"#, 29), (#"[{"a":1},{"a":1,"a":2}]"#, 17),
            (#"[{"a":1,"b":2,"c":3},{"a":1,"c":2,"c":3}]"#, 35), (#"[{"a\"":1,"b":2},{"a\"":1,"a\u0022":2}]"#, 27),
            (#"{"a":1,"\u0061":2}"#, 8), (#"{"\u0061":1,"a":2}"#, 13), (#"[{"\u0061":1},{"a":1,"\u0061":2}]"#, 22),
        ])
    func twice(text: String, column: Int) {
        let error = #expect(throws: DatasyncError.self) { try JSONParser.parse(text) }
        #expect(error?.message.contains("column \(column):") == true, "\(error?.message ?? "")")
    }

    @Test("random objects of a few names read as one by one, and duplicates are found everywhere")
    func random() throws {
        var random = SeededGenerator(salt: 72)
        let names = (0..<14).map { "n\($0)" } + ["a longer name than others", "é"]
        for round in 0..<2_000 {
            let hasDuplicate = random.chance(30)
            var objects: [String] = []
            for _ in 0...random.below(5) {
                var chosen = random.chance(70) ? names : names.shuffled(using: &random)
                chosen = Array(chosen.prefix(random.below(chosen.count)))
                objects.append(text(chosen))
            }
            if hasDuplicate {
                var chosen = Array(names.prefix(1 + random.below(12)))
                chosen.insert(random.pick(chosen), at: random.below(chosen.count + 1))
                objects.append(text(chosen))
            }
            let all = "[\(objects.joined(separator: ","))]"
            let result = try? JSONParser.parse(all)
            #expect((result == nil) == hasDuplicate, "\(all), round \(round), \(Seed.note)")
            if let result { #expect(result.text == all, "round \(round), \(Seed.note)") }
        }
    }

    private func text(_ names: [String]) -> String {
        "{\(names.enumerated().map { "\"\($0.element)\":\($0.offset)" }.joined(separator: ","))}"
    }
}

extension JSON {
    /// The names of all members, outer ones first.
    fileprivate var allNames: [String] {
        if let array { return array.flatMap(\.allNames) }
        guard let members else { return [] }
        return members.map(\.name) + members.flatMap(\.value.allNames)
    }
}

extension String {
    /// The elements of an array of objects without nested ones; the whole text if it has another form.
    fileprivate var objectTexts: [String] {
        guard hasPrefix("[{"), !contains("[{\"a\":[") else { return [self] }
        return dropFirst(2).dropLast(2).split(separator: "},{").map { "{\($0)}" }
    }
}
