// The contact book: three clients of one embedded back end, each watching the same list in all three dialects.
//
// The first client performs all writes. Each step is one screen: what every client received, and whether all dialects
// delivered the same.
//
// `contacts live` does the same for live objects, live collections and item updates.
import DatasyncTesting
import Foundation

let clock = ManualClock()
let screen = Screen()
let isIdentical: Bool

switch CommandLine.arguments.dropFirst() {
case []:
    screen.title("Ann, Bob and Cleo watch one list of contacts, each in all three dialects. Ann writes.")
    screen.line("+", "added")
    screen.line("~", "changed")
    screen.line("-", "removed")
    screen.line("ok", "acknowledged: the back end has accepted the write")
    screen.line("local", "written by this client, and not yet acknowledged")
    screen.line("acked", "the value at the back end")
    let book = try ContactBook(clock: clock, clients: ["Ann", "Bob", "Cleo"], on: screen)

    await book.step("Ann adds Ada, and the back end accepts it.") { $0.add("ada", name: "Ada", phone: "555-0100") }
    await book.step("Ann adds Grace.") { $0.add("grace", name: "Grace", phone: "555-0101") }
    await book.step("Ann changes Ada's number.") { $0.changePhone(of: "ada", to: "555-0199") }
    await book.step("Ann stamps Grace with the back end's time: she first sees an estimate.") {
        $0.stamp("grace")
        clock.advance(byMilliseconds: 1500)
    }
    await book.step("Ann removes Ada.") { $0.remove("ada") }
    await book.step("Ann adds Mallory, which a rule forbids: it is undone, and only Ann ever saw it.") {
        $0.add("mallory", name: "Mallory", phone: "?")
    }
    isIdentical = book.isIdentical
case ["live"]:
    isIdentical = await (try LiveTour(clock: clock, on: screen)).run()
default:
    print("usage: contacts [live]")
    exit(2)
}
screen.title(
    isIdentical
        ? "String events, callbacks and asynchronous sequences have delivered the same." : "THE DIALECTS DIFFER.")
screen.paragraph("Next:")
for (command, purpose) in [
    CommandLine.arguments.count == 1
        ? ("swift run contacts live", "live objects, pages and item updates")
        : ("swift run contacts", "the list of contacts, event by event"),
    ("swift run --traits Server datasync serve", "a server for your clients"),
    ("swift run conformance", "every rule, in every dialect"),
] {
    print("  \(command)")
    screen.line("", purpose)
}
exit(isIdentical ? 0 : 1)
