// The contact book: three clients of one embedded back end, each watching the same list in all three dialects.
//
// The first client performs all writes. For every client, the three traces are printed side by side, with a verdict on
// whether all dialects deliver the same events.
//
// `contacts live` does the same for live objects, live collections and item updates.
import DatasyncTesting
import Foundation

let clock = ManualClock()
let isIdentical: Bool

switch CommandLine.arguments.dropFirst() {
case []:
    let book = try ContactBook(clock: clock, clients: ["Ann (writes)", "Bob", "Cleo"])

    await book.step("Ann adds Ada, and the back end confirms") { $0.add("ada", name: "Ada", phone: "555-0100") }
    await book.step("Ann adds Grace") { $0.add("grace", name: "Grace", phone: "555-0101") }
    await book.step("Ann changes Ada's number") { $0.changePhone(of: "ada", to: "555-0199") }
    await book.step("Ann stamps Grace with the back end's time, which is not quite hers") {
        $0.stamp("grace")
        clock.advance(byMilliseconds: 1500)
    }
    await book.step("Ann removes Ada") { $0.remove("ada") }
    await book.step("Ann adds Mallory, which a rule forbids: it is undone") {
        $0.add("mallory", name: "Mallory", phone: "?")
    }
    isIdentical = book.printTraces()
case ["live"]:
    isIdentical = await (try LiveTour(clock: clock)).run()
default:
    print("usage: contacts [live]")
    exit(2)
}
print(isIdentical ? "Verdict: the three traces of each client are identical." : "Verdict: THE TRACES DIFFER.")
exit(isIdentical ? 0 : 1)
