import Testing
import bench

@Suite("The command line of the benchmark")
struct ArgumentsTests {
    @Test("without words, all rows are measured three times at full size")
    func defaults() throws {
        let arguments = try Arguments([])
        #expect(arguments.rounds == 3)
        #expect(arguments.size == .full)
        #expect(Catalog.rows(.full).allSatisfy(arguments.selects))
    }

    @Test("rows, beds and modes select together")
    func selection() throws {
        let arguments = try Arguments(["w1", "W5", "--bed", "state", "--bed", "engine", "--mode", "push"])
        let selected = Catalog.rows(.full).filter(arguments.selects).map { "\($0.name) \($0.bed) \($0.mode)" }
        #expect(selected == ["W1 state push", "W1 engine push", "W5 state push", "W5 engine push"])
    }

    @Test("all options are read")
    func options() throws {
        let arguments = try Arguments([
            "--rounds", "5", "--size", "quick", "--json", "a.json", "--compare", "b.json", "--tolerance", "10",
            "--list",
            "--help",
        ])
        #expect(arguments.rounds == 5)
        #expect(arguments.size == .quick)
        #expect(arguments.json == "a.json")
        #expect(arguments.compared == "b.json")
        #expect(abs(arguments.tolerance - 0.1) < 1e-9)
        #expect(arguments.lists && arguments.helps)
        #expect(arguments.executions == nil)
        #expect(try Arguments(["W1", "--count", "2"]).executions == 2)
    }

    @Test(
        "a wrong word is named, with the remedy",
        arguments: [
            (["--fast"], "The option \"--fast\" is unknown; bench --help lists the options."),
            (["--rounds"], "The option --rounds lacks its value; bench --help shows it."),
            (["--rounds", "0"], "The value \"0\" of --rounds is not a positive integer; use 1 or more."),
            (["--count", "3"], "The value \"3\" of --count is unknown; use 1, 2."),
            (["--size", "huge"], "The value \"huge\" of --size is unknown; use quick, full."),
            (
                ["--tolerance", "x", "--compare", "a"],
                "The value \"x\" of --tolerance is not a percentage; use 0 or more, such as 25."
            ),
            (
                ["--tolerance", "5"],
                "--tolerance has no effect without --compare; add --compare OLD.json, or leave it out."
            ),
        ])
    func mistakes(words: [String], message: String) {
        #expect(throws: BenchError(message)) { _ = try Arguments(words) }
    }

    @Test(
        "an unknown row, bed or mode is named, with the known ones",
        arguments: [(["W9"], "W2a"), (["--bed", "sofa"], "engine"), (["--mode", "slow"], "offline")])
    func unknownNames(words: [String], known: String) throws {
        let error = try #require(throws: BenchError.self) { _ = try Arguments(words) }
        #expect(error.description.contains("\"\(words.last ?? "")\""))
        #expect(error.description.contains(known))
    }
}
