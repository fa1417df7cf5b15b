public import DatasyncLegacy

/// The event names that `on`, `once` and `off` accept: one name or several.
public typealias EventNames = DatasyncLegacy.EventNames
