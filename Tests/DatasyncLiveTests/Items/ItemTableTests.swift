import Testing

@Suite("Item updates, row by row", .timeLimit(.minutes(30)))
struct ItemTableTests {
    @Test("merge: a record is told as one whole, then as it changes", arguments: ItemRow.merge)
    func merge(row: ItemRow) throws { try row.check() }

    @Test("command: a list is told as rows that come, change and go", arguments: ItemRow.command)
    func command(row: ItemRow) throws { try row.check() }

    @Test("distinct: a list is told as messages", arguments: ItemRow.distinct)
    func distinct(row: ItemRow) throws { try row.check() }

    @Test("raw: everything is told", arguments: ItemRow.raw)
    func raw(row: ItemRow) throws { try row.check() }

    @Test("command on two levels: the rows have fields of another node", arguments: ItemRow.secondLevel)
    func secondLevel(row: ItemRow) throws { try row.check() }

    @Test("values are compared by what they are, and told as text", arguments: ItemRow.values)
    func values(row: ItemRow) throws { try row.check() }

    @Test("patches lead from the value before to the value now", arguments: ItemRow.patches)
    func patches(row: ItemRow) throws { try row.check() }
}
