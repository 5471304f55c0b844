import StepSupport
import Vitals

/// A phone, or the server, to which a deleted record is a row that isn't there.
struct Device {
    var row: Vitals.Measurement? = Records.weight(70)
    var isDirty = false
    var hasDeleted = false

    mutating func delete() { (row, isDirty, hasDeleted) = (nil, false, true) }

    mutating func edit(_ value: Double) {
        row = row.map { Records.weight(value, version: $0.version + 1) }
        isDirty = true
    }

    mutating func sync(with server: inout Device) {
        if hasDeleted { server.row = nil }
        if isDirty, let row { server.row = server.row.map { merge($0, row) } ?? row }
        (row, isDirty, hasDeleted) = (server.row, false, false)
    }
}

func story() {
    var (server, a, b) = (Device(), Device(), Device())
    func show(_ what: String) {
        print("\(what): A \(a.row.shown), server \(server.row.shown), B \(b.row.shown)")
    }
    show("all is synced")
    a.delete()
    a.sync(with: &server)
    show("A deletes, and syncs")
    b.edit(71)
    b.sync(with: &server)
    show("B was offline, and syncs")
    a.sync(with: &server)
    show("A syncs again")
}

story()
