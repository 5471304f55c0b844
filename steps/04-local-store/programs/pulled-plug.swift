// Three rows are to become clean. The program crashes after no write, after one, after two, …
import StepSupport
import Vitals

let plug = CrashPoint()
let store = try Records.store(crashPoint: plug)
let ids = (1...3).map { Records.id($0) }
for id in ids { try store.upsert(Records.weight(70, id: id)) }

for writes in 0...20 {
    plug.arm(afterWrites: writes)
    do {
        try store.clearDirty(ids)
        let count = try store.dirty().count
        print("nobody pulled the plug: \(count) dirty")
        break
    } catch is CrashPoint.Crash {
        plug.disarm()
        let count = try store.dirty().count
        print("the plug was pulled after \(writes) writes: \(count) dirty")
    }
}
