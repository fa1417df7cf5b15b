/// A driver that performs the steps of scenarios in your own dialect, for a ``DialectSuite``.
///
/// A driver belongs to one application and translates each step into a call of your dialect. It passes events and
/// results to the step, in the order in which your dialect delivers them. The calls come one at a time. The page
/// <doc:CheckingYourOwn> has an example.
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
}

extension DialectDriver {
    /// Always `false`: nothing runs outside the blocks on the delivery queue.
    public var isBusy: Bool { false }
}
