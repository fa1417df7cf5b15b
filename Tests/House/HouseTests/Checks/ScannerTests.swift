import Testing

@Suite("Separation of code, comments and strings")
struct ScannerTests {
    @Test(
        "comments and the content of strings become blank",
        arguments: [
            ("a // b", "a     "), ("a /* b /* c */ d */ e", "a                   e"),
            (#"f("a // b")"#, #"f("      ")"#),
            (#"f("a\(b("c"))d")"#, #"f("  (b(" ")) ")"#), (##"f(#"a"b\(c)\#(d)"#)"##, ##"f(#"         (d)"#)"##),
            (#"f("\"") // a"#, #"f("  ")     "#), ("f(\"a\ng(b)", "f(\" \ng(b)"),
            ("f(\"\"\"\n a \"b\" // c\n \"\"\")", "f(\"\"\"\n           \n \"\"\")"),
        ])
    func blanks(text: String, expected: String) {
        var scanner = Scanner(text)
        scanner.scan()
        #expect(scanner.code == expected)
        #expect(scanner.code.utf8.count == text.utf8.count)
    }

    @Test("strings count as code when code is measured")
    func uncommented() {
        var scanner = Scanner("let text = \"a // b\" // c")
        scanner.scan()
        #expect(scanner.uncommented == "let text = \"a // b\"     ")
    }
}
