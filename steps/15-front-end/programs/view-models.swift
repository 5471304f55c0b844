import Foundation
import Vitals
import VitalsViewModels

// The same characters, typed by people who write numbers in different ways.
for (language, text) in [
    ("en_US", "72.5"), ("de_DE", "72,5"), ("de_DE", "72.5"), ("fr_FR", "1 234,5"), ("fr_FR", "1.234"),
] {
    let value = NumberReader(locale: Locale(identifier: language)).value(of: text)
    print("\(language)  \(text)  is \(value.map { "\($0)" } ?? "no number: ask")")
}

// A sync is under way when somebody switches airplane mode on.
var machine = SyncMachine()
let story: [(what: String, event: SyncMachine.Event)] = [
    ("The person taps Sync", .asked(by: .person)),
    ("Airplane mode goes on", .airplane(isOn: true)),
    ("The stopped sync says that it has ended", .ended(at: Timestamp(clamping: 1_781_940_600_000))),
    ("The person taps Sync", .asked(by: .person)),
    ("Airplane mode goes off", .airplane(isOn: false)),
]
for (what, event) in story {
    let effect = machine.handle(event)
    print("\(what): \(effect), and now \(machine.status.isSyncing ? "syncing" : "\(machine.status)")")
}
