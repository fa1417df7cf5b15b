/// The windows of one order over a node's children, found by the places of the children.
///
/// Each window has a range of places; a child's change in this range concerns the window. The range is given by the window's
/// bounds or, if the window is full, by the bounds up to its last child. The ranges form a treap ordered by their lower ends,
/// in which each branch stores its greatest upper end: adding and removing cost O(log n), and finding the windows around a
/// place costs O(log n) for each of them.
package struct WindowRanges: Sendable {
    private struct Element: Sendable {
        let window: Window
        let lower: Bound?
        let upper: Bound?
        /// The greatest upper end of the branch; `nil` is beyond all places.
        var greatest: Bound?
        var left = WindowRanges.none
        var right = WindowRanges.none
        /// A scrambled number that keeps the tree in balance.
        let weight: UInt64
    }

    private static let none = -1

    /// The elements of removed windows stay until others take their places.
    private var elements: [Element] = []
    private var free: [Int] = []
    private var root = none
    private var places: [Window: Int] = [:]
    private var lastWeight: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { places.isEmpty }
    package var count: Int { places.count }
    package var windows: some Collection<Window> { places.keys }

    /// Adds a window, or updates its range for the children of a node.
    package mutating func set(_ window: Window, over node: Node) {
        let (lower, upper) = window.concernedRange(of: node)
        if let place = places[window] {
            if elements[place].lower == lower, elements[place].upper == upper { return }
            remove(window)
        }
        lastWeight &+= 0x9E37_79B9_7F4A_7C15
        let element = Element(
            window: window, lower: lower, upper: upper, greatest: upper, weight: Self.scrambled(lastWeight))
        let place: Int
        if let reused = free.popLast() {
            place = reused
            elements[place] = element
        } else {
            place = elements.count
            elements.append(element)
        }
        places[window] = place
        let (left, right) = split(root, before: place)
        root = merge(merge(left, place), right)
    }

    package mutating func remove(_ window: Window) {
        guard let place = places.removeValue(forKey: window) else { return }
        root = removing(place, from: root)
        free.append(place)
        if places.isEmpty { self = WindowRanges() }
    }

    /// Visits the windows that a child's change from one value to another may concern; may visit a window twice.
    package func forEach(around key: Key, _ old: Node, _ new: Node, by order: Order, _ visit: (Window) -> Void) {
        if !old.isNull { visitAround(order.position(of: key, old), root, visit) }
        if !new.isNull { visitAround(order.position(of: key, new), root, visit) }
    }

    private func visitAround(_ position: IndexPosition, _ branch: Int, _ visit: (Window) -> Void) {
        guard branch != Self.none else { return }
        let element = elements[branch]
        if let greatest = element.greatest, !greatest.isAfter(position) { return }
        visitAround(position, element.left, visit)
        if let lower = element.lower, lower.isAfter(position) { return }
        if element.upper?.isAfter(position) != false { visit(element.window) }
        visitAround(position, element.right, visit)
    }

    // MARK: The treap

    /// Returns the branches of the elements before and after a new one.
    private mutating func split(_ branch: Int, before place: Int) -> (left: Int, right: Int) {
        guard branch != Self.none else { return (Self.none, Self.none) }
        if precedes(branch, place) {
            let (left, right) = split(elements[branch].right, before: place)
            elements[branch].right = left
            update(branch)
            return (branch, right)
        }
        let (left, right) = split(elements[branch].left, before: place)
        elements[branch].left = right
        update(branch)
        return (left, branch)
    }

    private mutating func merge(_ left: Int, _ right: Int) -> Int {
        guard left != Self.none else { return right }
        guard right != Self.none else { return left }
        if elements[left].weight > elements[right].weight {
            elements[left].right = merge(elements[left].right, right)
            update(left)
            return left
        }
        elements[right].left = merge(left, elements[right].left)
        update(right)
        return right
    }

    private mutating func removing(_ place: Int, from branch: Int) -> Int {
        if branch == place { return merge(elements[place].left, elements[place].right) }
        if precedes(place, branch) {
            elements[branch].left = removing(place, from: elements[branch].left)
        } else {
            elements[branch].right = removing(place, from: elements[branch].right)
        }
        update(branch)
        return branch
    }

    private mutating func update(_ branch: Int) {
        var greatest = elements[branch].upper
        for child in [elements[branch].left, elements[branch].right] where child != Self.none {
            greatest = Self.later(greatest, elements[child].greatest)
        }
        elements[branch].greatest = greatest
    }

    private static func later(_ first: Bound?, _ second: Bound?) -> Bound? {
        guard let first, let second else { return nil }
        return first < second ? second : first
    }

    /// Returns whether an element stands before another: by their lower ends or, if equal, by their places in memory.
    private func precedes(_ first: Int, _ second: Int) -> Bool {
        switch (elements[first].lower, elements[second].lower) {
        case (let mine?, let theirs?) where mine != theirs: mine < theirs
        case (nil, _?): true
        case (_?, nil): false
        default: first < second
        }
    }

    private static func scrambled(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension Window {
    /// Returns the range of places in which a change of a node's child changes what the window shows.
    fileprivate func concernedRange(of node: Node) -> (lower: Bound?, upper: Bound?) {
        guard let limit, case .inner(let children) = node.content, children.count >= limit else { return (start, end) }
        let entries = children.entries(by: order, from: side == .first ? start : end, isReversed: side == .last)
        var count = 0
        for (key, child) in entries {
            guard isInRange(key, child) else { break }
            count += 1
            if count < limit { continue }
            let edge = order.value(of: child)
            return side == .first
                ? (start, Bound(edge, key: key, .end)) : (Bound(edge, key: key, .start), end)
        }
        return (start, end)
    }
}
