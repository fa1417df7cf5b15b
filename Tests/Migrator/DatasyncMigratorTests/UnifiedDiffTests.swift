#if Migrator
    import TestSupport
    import Testing

    @testable import DatasyncMigrator

    @Suite struct UnifiedDiffTests {
        @Test func equalTextsHaveNoDifference() {
            for text in ["", "a", "a\n", "a\r\nb", "\n\n"] {
                #expect(UnifiedDiff(from: text, to: text, path: "a").text == "")
            }
        }

        @Test func looksLikeThatOfDiff() {
            let old = (1...20).map { "\($0)\n" }.joined()
            let new = old.replacing("\n4\n", with: "\n4a\n4b\n").replacing("18\n19\n20\n", with: "18\n20")
            let expected = """
                --- a/x/y.swift
                +++ b/x/y.swift
                @@ -1,7 +1,8 @@
                 1
                 2
                 3
                -4
                +4a
                +4b
                 5
                 6
                 7
                @@ -16,5 +17,4 @@
                 16
                 17
                 18
                -19
                -20
                +20
                \\ No newline at end of file

                """
            #expect(UnifiedDiff(from: old, to: new, path: "x/y.swift").text == expected)
        }

        @Test(arguments: [
            ("", "a\n", "@@ -0,0 +1 @@\n+a\n"), ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
            ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
            // These look the same and are equal as strings.
            ("\u{E9}\n", "e\u{301}\n", "@@ -1 +1 @@\n-\u{E9}\n+e\u{301}\n"),
        ])
        func small(_ old: String, _ new: String, _ hunks: String) {
            let text = UnifiedDiff(from: old, to: new, path: "f").text
            #expect(Array(text.utf8) == Array("--- a/f\n+++ b/f\n\(hunks)".utf8))
        }

        @Test(arguments: [
            ("/tmp/a.swift", "--- a/tmp/a.swift\n+++ b/tmp/a.swift\n"), ("a b", "--- a/a b\t\n+++ b/a b\t\n"),
            ("\"\u{1}\\", "--- \"a/\\\"\\001\\\\\"\n+++ \"b/\\\"\\001\\\\\"\n"),
        ])
        func names(_ path: String, _ header: String) {
            let text = UnifiedDiff(from: "", to: "a\n", path: path).text
            #expect(text == header + "@@ -0,0 +1 @@\n+a\n")
        }

        @Test func changesThatAreNearShareAHunk() {
            let old = (0..<30).map { "\($0)\n" }
            for (gap, hunks) in [(6, 1), (7, 2)] {
                var new = old
                new[5] = "x\n"
                new[6 + gap] = "y\n"
                let text = UnifiedDiff(from: old.joined(), to: new.joined(), path: "f").text
                #expect(text.ranges(of: "\n@@ ").count == hunks)
            }
        }

        @Test(arguments: [UInt64.random(in: 0...9999), 1, 2]) func hunksGiveTheNewText(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            for round in 0..<400 {
                let old = Self.lines(&random)
                let new = random.below(4) == 0 ? Self.lines(&random) : Self.edited(old, &random)
                let (before, after) = (old.joined(), new.joined())
                let text = UnifiedDiff(from: before, to: after, path: "f").text
                #expect(try Self.apply(text, to: before) == Array(after.utf8), "seed \(seed), round \(round)")
                let (a, b) = (UnifiedDiff.lines(of: before), UnifiedDiff.lines(of: after))
                let diff = LineDiff(a, b)
                let cost = (diff.removed + diff.inserted).count { $0 }
                #expect(cost == a.count + b.count - 2 * Self.longest(a, b), "seed \(seed), round \(round)")
            }
        }

        @Test(arguments: [UInt64.random(in: 0...9999), 1]) func gitAppliesIt(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            let fixture = try CommandFixture()
            var (patch, expected) = ("", [String: String]())
            for number in 0..<60 {
                let name = ["d/\(number)", "a b \(number)", "\"\(number)\t", "é\(number)"][number % 4]
                let old = Self.lines(&random)
                // git treats a file that becomes empty as a removed file.
                let (before, after) = ("first\n" + old.joined(), "first\n" + Self.edited(old, &random).joined())
                try fixture.write(name, before)
                expected[name] = after
                patch += UnifiedDiff(from: before, to: after, path: name).text
            }
            let result = try fixture.run(tool: ["git", "apply", "--whitespace=nowarn"], input: patch)
            #expect(result.code == 0, "seed \(seed): \(result.text)")
            for (name, text) in expected {
                #expect(try fixture.bytes(name) == Array(text.utf8), "seed \(seed), file \(name)")
            }
        }

        @Test func bigTextsAreQuick() {
            let old = (0..<50_000).map { "line \($0 % 1000)\n" }
            var new = old
            for index in stride(from: 0, to: new.count, by: 500) { new[index] = "changed \(index)\n" }
            let elapsed = ContinuousClock().measure {
                let text = UnifiedDiff(from: old.joined(), to: new.joined(), path: "f").text
                #expect(text.ranges(of: "\n@@ ").count == 100)
            }
            #expect(elapsed < .seconds(30))
        }

        // MARK: Texts

        private static func line(_ random: inout SeededGenerator) -> String {
            ["a", "b", "c", "d", "", "é", "-", "+", " ", "\\", "@@"][random.below(11)]
                + ["\n", "\n", "\r\n"][random.below(3)]
        }

        private static func lines(_ random: inout SeededGenerator) -> [String] {
            var lines = (0..<random.below(40)).map { _ in line(&random) }
            if random.below(3) == 0 { lines.append("end") }
            return lines
        }

        private static func edited(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
            var lines = lines
            for _ in 0..<random.below(5) {
                let place = random.below(lines.count + 1)
                switch random.below(3) {
                case 0: lines.insert(line(&random), at: place)
                case 1 where place < lines.count: lines.remove(at: place)
                default: if place < lines.count { lines[place] = line(&random) }
                }
            }
            if random.below(4) == 0 { lines.append("last") }
            return lines
        }
    }
#endif
