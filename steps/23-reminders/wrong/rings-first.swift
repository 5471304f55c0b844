// replaces: ring-order
// refused by: Step23RingTests/syncsFirst()
// says: The program starts. Then: sync
// breaks: ring-order.1
//
// Looks at once what is due, and syncs then.

switch event {
case .started, .woke: return compute() + beginSync()
case .synced: return endSync()
case .timer, .changed: return compute()
case .computed(let next?): return [.wait(.ring, seconds: next)]
case .computed, .permission: return []
}
