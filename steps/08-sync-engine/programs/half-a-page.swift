// A page with three records arrives. The battery is empty after no write, after one, after two, …
import StepSupport
import Vitals

let records = (1...3).map { Records.weight(70, id: Records.id($0)) }
let page = SyncResponse(Pulled(records: records, nextCursor: 3), account: "ann")

for writes in 0...20 {
    let plug = CrashPoint()
    let store = try Records.store(crashPoint: plug)
    plug.arm(afterWrites: writes)
    var isDone = false
    do {
        _ = try store.apply(page, askedWith: store.syncState(), origin: "https://vitals.example")
        isDone = true
    } catch is CrashPoint.Crash {}
    plug.disarm()
    let (cursor, count) = (try store.cursor(), try store.list().count)
    print("\(isDone ? "all of it" : "after \(writes) writes"): cursor \(cursor), \(count) records")
    if isDone { break }
}
