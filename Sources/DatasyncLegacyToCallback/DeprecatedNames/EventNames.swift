public import DatasyncLegacy

/// What `on`, `once` and `off` take as events: one name or several.
@available(*, deprecated, message: "use the events of the dialect; see Migration/LegacyToCallback.md")
public typealias EventNames = DatasyncLegacy.EventNames
