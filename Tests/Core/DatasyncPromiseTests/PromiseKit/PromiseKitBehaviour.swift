/// A behaviour of PromiseKit's core on which programs rely, with the test that proves it here.
struct PromiseKitBehaviour: Sendable {
    /// The behaviour of PromiseKit.
    let text: String
    /// The name of the test; for a difference, of the test that shows what happens here.
    let test: String
    /// The words of the guide that tell of the difference; `nil` if the behaviour is the same.
    var guide: String?

    static let all = making + chaining + queues + errors + combining

    private static let making = [
        Self(text: "the closure of Promise(_:) runs at once", test: "a closure with a resolver runs at once, in place"),
        Self(
            text: "an error that this closure throws rejects",
            test: "an error that the closure with a resolver throws rejects the promise"),
        Self(
            text: "such an error after the resolver was called is ignored",
            test: "an error that the closure throws after resolving is ignored"),
        Self(
            text: "pending() gives a promise and its resolver",
            test: "only the first call of a resolver has an effect and returns true"),
        Self(text: "a fulfilled promise never rejects", test: "2.1.2.1 it does not become rejected"),
        Self(text: "a value never changes", test: "2.1.2.2 its value does not change"),
        Self(text: "a rejected promise is never fulfilled", test: "2.1.3.1 it does not become fulfilled"),
        Self(text: "an error never changes", test: "2.1.3.2 its reason does not change"),
        Self(
            text: "value(_:) and Promise(error:) are settled at once",
            test: "a promise made with a value or an error is settled at once"),
        Self(text: "fulfill() suffices for Void", test: "a promise of Void is fulfilled without a value"),
        Self(
            text: "a resolver takes a result with any error",
            test: "a result with any type of error settles the promise"),
        Self(
            text: "a value may be an optional or an error",
            test: "2.3.4 an optional, a tuple or an error is a plain value too"),
        Self(
            text: "firstly turns an error into a rejection", test: "firstly turns a thrown error into a rejection"),
        Self(
            text: "a promise whose resolver is released stays pending, with a warning",
            test: "a resolver that is released without a call rejects the promise as abandoned",
            guide: "A resolver that is released"),
    ]

    private static let chaining = [
        Self(
            text: "closures get the value of a fulfilled promise",
            test: "2.2.2.1 the closure is called after the promise is fulfilled, with the value"),
        Self(
            text: "they are not called before",
            test: "2.2.2.2 the closure is not called before the promise is fulfilled"),
        Self(text: "they are called once", test: "2.2.2.3 the closure is called at most once"),
        Self(
            text: "catch gets the error of a rejected promise",
            test: "2.2.3.1 the closure is called after the promise is rejected, with the reason"),
        Self(
            text: "it is not called before", test: "2.2.3.2 the closure is not called before the promise is rejected"),
        Self(text: "it is called once", test: "2.2.3.3 the closure is called at most once"),
        Self(
            text: "closures for a value run in the order of attaching",
            test: "2.2.6.1 closures for the value are called in the order in which they were attached"),
        Self(
            text: "closures for an error run in the order of attaching",
            test: "2.2.6.2 closures for the reason are called in the order in which they were attached"),
        Self(
            text: "each call returns a new promise",
            test: "2.2.7 the returned promise differs from the one that it was called on"),
        Self(
            text: "the result of then, map or recover settles the next promise",
            test: "2.2.7.1 the result of a closure settles the next promise"),
        Self(
            text: "an error that a closure throws rejects the next promise",
            test: "2.2.7.2 an error that a closure throws rejects the next promise"),
        Self(
            text: "then waits for the promise that it returns",
            test: "2.3.2.2 it is fulfilled with the value of the other"),
        Self(text: "then rejects with that promise", test: "2.3.2.3 it is rejected with the reason of the other"),
        Self(
            text: "a promise that follows itself rejects",
            test: "2.3.1 a promise rejects if its own closure for the value returns it"),
        Self(text: "map transforms the value", test: "2.3.4 a value that the closure returns fulfils the next promise"),
        Self(text: "map and compactMap take a key path", test: "map and compactMap take a key path"),
        Self(text: "compactMap rejects a nil", test: "compactMap rejects if there is no value"),
        Self(text: "compactMap may throw", test: "an error that compactMap throws rejects, not the missing value"),
        Self(
            text: "get passes the value on, and may throw",
            test: "get passes the value on, and rejects with an error that it throws"),
        Self(text: "tap sees value and error", test: "tap receives either outcome and changes neither"),
        Self(text: "asVoid discards the value", test: "asVoid discards the value and passes the error on"),
        Self(
            text: "long chains do not exhaust the stack",
            test: "a long chain settles and is released without nesting calls"),
    ]

    private static let queues = [
        Self(
            text: "closures run on the main queue",
            test: "without a queue, closures of a class on the main actor may use self"),
        Self(
            text: "on: names another queue",
            test: "with a queue, or with nil for the promise's queue, closures run there"),
        Self(
            text: "the calls of a chain may name different queues",
            test: "the closures of one chain may use different queues"),
        Self(text: "closures on a queue run after the call", test: "2.2.4 the closure for the value is called later"),
        Self(
            text: "on: nil runs the closure at once, on the thread that settles",
            test: "on: nil is the default queue of the chain, never the thread that settles",
            guide: "`on: nil`"),
    ]

    private static let errors = [
        Self(
            text: "an error passes the calls for values",
            test: "2.2.7.4 a reason passes through a call that handles only values"),
        Self(
            text: "a value passes recover and catch",
            test: "2.2.7.3 a value passes through a call that handles only reasons"),
        Self(
            text: "finally comes after catch, with and without an error",
            test: "finally runs last and passes no error on"),
        Self(text: "ensure runs for value and error", test: "ensure runs for either outcome and changes neither"),
        Self(
            text: "an error that is handled in one chain reaches the others",
            test: "every chain of a rejected promise receives its error"),
        Self(
            text: "catch ignores cancellations, unless its policy says otherwise",
            test: "catch and recover receive cancellations", guide: "`catch` and `recover` receive cancellations"),
    ]

    private static let combining = [
        Self(
            text: "when keeps the order of the promises",
            test: "when(fulfilled:) gives the values in the order of the promises, not of their settling"),
        Self(
            text: "when rejects with the first error", test: "when(fulfilled:) rejects as soon as one promise rejects"),
        Self(
            text: "of promises that are already rejected the first in the list decides, and later errors are ignored",
            test: "when(fulfilled:) rejects with the first in the list, and ignores later errors"),
        Self(
            text: "when of nothing is fulfilled",
            test: "when(fulfilled:) without promises is fulfilled with an empty list"),
        Self(text: "when takes different types", test: "when(fulfilled:) of two to five different types gives a tuple"),
        Self(
            text: "when(resolved:) gives all results", test: "when(resolved:) waits for all promises and never rejects"),
        Self(text: "race gives the first value", test: "the first promise that settles wins"),
        Self(text: "race gives the first error", test: "an error wins too"),
        Self(
            text: "after is a time limit in a race", test: "after is fulfilled when its time has passed, and not before"
        ),
    ]
}
