/// Comments and pages are in plain engineering English: no riddles, no invented vocabulary.
///
/// Code between backticks and fenced samples are exempt.
enum LanguageRule {
    /// Words that no comment begins with, as they make a riddle of the first sentence.
    static let openers = ["What ", "Who ", "One that "]

    /// Idioms with the plain words to use in their place.
    static let idioms: [(text: String, remedy: String)] = [
        ("told", "An event is delivered, an error is reported."),
        ("tells of", "An event is delivered, an error is reported."),
        ("hears", "A subscriber receives events."), ("heard", "A subscriber receives events."),
        ("hear of", "A subscriber receives events."), ("nobody", "Name the subject: no subscriber, no task, no owner."),
        ("somebody", "Name the subject: a subscriber, a task, an owner."), ("whoever", "Name the subject."),
        ("whatever", "Name the thing."), ("is none", "Say \"is not\" or \"there is no …\"."),
        ("anew", "Say \"again\"."),
        ("of one's own", "Say \"its own\" or \"separate\"."), ("beside", "Say \"next to\" or \"in addition to\"."),
        ("comes back", "A client reconnects, a call returns."),
        ("goes away", "An object is released, a client disconnects."),
        ("lets go", "An owner releases an object."), ("hangs up", "A back end closes a connection."),
        ("is over", "Say what ended."), ("there and then", "Say \"immediately\"."),
        ("stands for", "Say \"represents\"."),
        ("said", "A back end sends, a response contains."), ("mailbox", "Say \"delivery queue\"."),
    ]

    /// Finds comments of Swift files, and prose of Markdown pages, in other words.
    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter { !$0.isHouse }.flatMap { file in
            file.prose.flatMap { index, text in violations(of: text, at: file.place(index)) }
        }
    }

    private static func violations(of text: String, at place: String) -> [Violation] {
        let opener = openers.first { text.hasPrefix($0) }.map { opener in
            Violation(
                "begins with `\(opener.trimmed)`", at: place,
                remedy: "Begin with a noun phrase for a type or property, with a verb for a function.")
        }
        let words = " " + text.lowercased().map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
        return [opener].compactMap(\.self)
            + idioms.filter { words.contains(" \($0.text) ") }.map { idiom in
                Violation("holds the idiom `\(idiom.text)`", at: place, remedy: idiom.remedy)
            }
    }
}
