// The legacy dialect is the module DatasyncLegacyDialect. With the trait LegacyWarnings, this module declares each of its
// symbols again, as deprecated. In a file that imports this module, these replace the exported symbols.
@_exported public import DatasyncLegacyDialect

#if LegacyWarnings && compiler(<6.3)
    #error("The trait LegacyWarnings needs Swift 6.3 or later; build without the trait, or with a newer toolchain.")
#endif
