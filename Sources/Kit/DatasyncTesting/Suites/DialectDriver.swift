/// A driver that performs the steps of scenarios in your own dialect, for a ``DialectSuite``.
///
/// A driver belongs to one application and translates each step into a call of your dialect. It passes events and
/// results to the step, in the order in which your dialect delivers them. The calls come one at a time. The page
/// <doc:CheckingYourOwn> has an example. The library's own dialects have such drivers, too.
public protocol DialectDriver: Sendable {
    /// Begins a subscription.
    ///
    /// - Parameter subscription: The path, events and window; it also receives the events.
    func subscribe(_ subscription: DialectSubscription)

    /// Cancels a subscription, which delivers no further events.
    ///
    /// - Parameter subscription: The subscription; it has the same identifier as when it began.
    func unsubscribe(_ subscription: DialectSubscription)

    /// Performs a write.
    ///
    /// - Parameter write: The path and the operation; it also receives the result.
    func perform(_ write: DialectWrite)

    /// Whether tasks of the driver still have to run on the delivery queue.
    ///
    /// The suite compares the events of a step when its queue is empty and no driver is busy. The default is `false`.
    var isBusy: Bool { get }

    /// Whether ``perform(_:)`` also takes the writes of priorities.
    ///
    /// Such a write has a path that ends in `/.priority`, or a value with members named `.priority` and `.value`. The
    /// default is `false`: the suite performs these writes itself, without your dialect.
    var writesPriorities: Bool { get }

    /// Ends a step, after everything on the delivery queue has run.
    ///
    /// A driver that collects what its dialect delivers can pass it on here. The default does nothing.
    func finishStep()
}

extension DialectDriver {
    /// Always `false`: nothing runs outside the blocks on the delivery queue.
    public var isBusy: Bool { false }

    /// Always `false`: the dialect has no priorities.
    public var writesPriorities: Bool { false }

    /// Does nothing: all events are passed on when they are delivered.
    public func finishStep() {}
}
