import Testing

@Suite("Item updates, row by row", .timeLimit(.minutes(30)))
struct ItemTableTests {
    @Test("merge: a record is one snapshot, then updates as it changes", arguments: ItemRow.merge)
    func merge(row: ItemRow) throws { try row.check() }

    @Test("command: a list is rows that are added, updated and deleted", arguments: ItemRow.command)
    func command(row: ItemRow) throws { try row.check() }

    @Test("distinct: a list is messages", arguments: ItemRow.distinct)
    func distinct(row: ItemRow) throws { try row.check() }

    @Test("raw: every event is an update", arguments: ItemRow.raw)
    func raw(row: ItemRow) throws { try row.check() }

    @Test("command on two levels: the rows have fields of another node", arguments: ItemRow.secondLevel)
    func secondLevel(row: ItemRow) throws { try row.check() }

    @Test("values are compared as JSON and delivered as text", arguments: ItemRow.values)
    func values(row: ItemRow) throws { try row.check() }

    @Test("patches transform the earlier value into the current value", arguments: ItemRow.patches)
    func patches(row: ItemRow) throws { try row.check() }
}
