import StepSupport
import Vitals

/// What the server has: 70, 71 and 72 kg, each under its number in the log.
let records = [70.0, 71, 72].enumerated().map { Records.weight($1, id: Records.id($0 + 1)) }
let (server, account) = ("http://server.test", "anna")
let phone = try Records.store()

/// Pulls what comes after the phone's cursor, while the server's log ends at that number.
func pull(logEnd: Int) throws {
    let state = try phone.syncState()
    let page = Pulled(records: Array(records[..<logEnd].dropFirst(Int(state.cursor))), nextCursor: Int64(logEnd))
    _ = try phone.apply(SyncResponse(page, account: account), askedWith: state, origin: server)
}

func show(_ what: String) throws {
    let values = try phone.list().map { "\($0.measurement.value)" }.sorted().joined(separator: ", ")
    print("\(what): \(values) kg, cursor \(try phone.syncState().cursor)")
}

try pull(logEnd: 1)
try show("before the tunnel")
_ = try phone.apply(LiveEvent(.measurements, seq: 3, records: [records[2]]), account: account, origin: server)
try show("event 2 is lost, event 3 comes")
try pull(logEnd: 3)
try show("after the next pull")
