import Foundation
import Vitals

// A diary of your weight, on nothing but the public API of `Vitals`. It works without a network.
//
//   weight-log FOLDER                  shows the diary
//   weight-log FOLDER 72.4             adds a weight, in kilograms
//   weight-log FOLDER SERVER TOKEN     syncs with a server, and so with your other devices

let arguments = Array(CommandLine.arguments.dropFirst())
guard let folder = arguments.first else {
    print("usage: weight-log FOLDER [KILOGRAMS | SERVER TOKEN]")
    exit(2)
}
do {
    // A device is a folder. An app on an iPhone passes `secureStore: KeychainSecureStore()` too.
    let device = try Device(directory: folder)

    if arguments.count == 2, let kilograms = Double(arguments[1]) {
        // Once `add` returns, the record survives a crash. The next sync sends it.
        try device.add(.weight, kilograms, .kilograms)
    } else if arguments.count == 3 {
        try device.login(to: ServerOrigin(arguments[1]), token: arguments[2])
        let report = try await device.sync()
        print("Sent \(report.pushedCount), received \(report.pulledCount).")
    }
    for stored in try device.list(kind: .weight) {
        let (record, state) = (stored.measurement, stored.isDirty ? "to be sent" : "synced")
        print("\(record.recordedAt)  \(record.value) kg  \(state)")
    }
    // Two devices changed one record: all keep the same winner, and yours waits here if it lost.
    for conflict in try device.conflicts() {
        print("Your \(conflict.loser.value) kg lost. Bring it back with device.restore(conflict: \(conflict.id)).")
    }
    // The server refused a record, by a rule of its own. An edit of the record is its fix.
    for refused in try device.rejected() {
        print("Refused: \(refused.measurement.value) kg. \(refused.detail)")
    }
} catch let error as SyncError where error.isTemporary {
    print("Your diary is safe here, and is sent next time. \(error.detail)")
} catch {
    // Every error of the library is a sentence for a person, and has a `code` to switch on.
    print("weight-log: \(error)")
    exit(1)
}
