/// A queue of things that expire in the order in which they came. Adding and removing take constant time on average.
struct AttemptQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// The elements before this index were removed. They leave the array together, once they are half of it.
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        head += 1
        guard head * 2 >= elements.count else { return }
        elements.removeFirst(head)
        head = 0
    }
}
