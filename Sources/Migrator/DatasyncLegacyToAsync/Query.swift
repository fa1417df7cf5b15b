public import DatasyncAsync
public import MigrationSupport

/// A node with a window over its children, for legacy code that stores queries in variables.
///
/// The async dialect passes a constraint to each call instead.
///
/// ```swift
/// let latest = node.limited(to: 20)
/// latest.subscription(to: .childEvent) { event in print(event.eventType) }
/// ```
public typealias Query = NodeQuery<DatasyncNode>
