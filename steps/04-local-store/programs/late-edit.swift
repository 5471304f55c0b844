// A form is open on a weight. Before the person saves it, a sync brings two newer versions.
import Foundation
import StepSupport
import Vitals

func show(_ moment: String, _ store: MeasurementStore) throws {
    for row in try store.list() {
        let record = row.measurement
        let state = row.isDirty ? "dirty" : "clean"
        print("\(moment): version \(record.version), \(record.value) \(record.unit.rawValue), \(state)")
    }
}

let clock = StepClock()
let store = try MeasurementStore(path: ":memory:", clock: clock.read)

var form = try store.add(kind: .weight, value: 150, unit: .pounds)
try show("typed in, in pounds", store)

var synced = form
synced.version = 3
synced.value = 71
try store.upsertClean(synced)
try show("a sync was here", store)

form.value = 72
let saved = try store.upsert(form)
try show("the form is saved", store)

clock.advance(byMilliseconds: -86_400_000)
let edited = try store.edit(form.id, value: 73)
try show("edited, with the clock set back by a day", store)
let step = edited.updatedAt.millisecondsSinceEpoch - saved.updatedAt.millisecondsSinceEpoch
print("updatedAt moved by \(step), counted in milliseconds")
