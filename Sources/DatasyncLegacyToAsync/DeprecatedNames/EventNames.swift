public import DatasyncLegacy

/// The event names that `on`, `once` and `off` accept: one name or several.
@available(*, deprecated, message: "use the events of the dialect; see Migration/LegacyToAsync.md")
public typealias EventNames = DatasyncLegacy.EventNames
