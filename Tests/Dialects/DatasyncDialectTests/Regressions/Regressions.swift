import Testing

/// Tests for defects that were fixed.
@Suite("Regressions")
enum Regressions {}
