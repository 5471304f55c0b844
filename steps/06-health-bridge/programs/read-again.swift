// One export, read again and again, and on two phones: what is added, and what was there.
import Foundation
import StepSupport
import Vitals

func tell(_ moment: String, _ report: ImportReport) {
    print("\(moment): \(report.addedCount) added, \(report.presentCount) there already")
}

let folder = try TemporaryFolder()
let bridge = HealthExportBridge(path: folder.path("export.xml"))
let steps = "HKQuantityTypeIdentifierStepCount"
let samples = [
    HealthExport.record(value: "159.5", unit: "lb"),
    HealthExport.record(type: steps, value: "812", unit: "count", source: "Watch"),
    HealthExport.record(type: steps, value: "812", unit: "count", source: "Phone"),
    HealthExport.record(value: "5000"),
]
try HealthExport.write(samples, to: folder.path("export.xml"))

let phoneA = try MeasurementStore(path: ":memory:")
let phoneB = try MeasurementStore(path: ":memory:")
try await tell("phone A", phoneA.importAll(from: bridge))
try await tell("phone A, once more", phoneA.importAll(from: bridge))
try await tell("phone B", phoneB.importAll(from: bridge))
let areEqual = try phoneA.dirty() == phoneB.dirty()
print("the two phones, which never met, made equal records: \(areEqual)")

let weight = try phoneA.allByKind(.weight)[0]
try phoneA.edit(weight.id, value: 72)
let later = HealthExport.record(value: "72.5", start: "2024-03-31 07:31:00 +0200", created: nil)
try HealthExport.write(
    samples + [later], exportDate: "2024-04-01 10:00:00 +0200", to: folder.path("export.xml"))
try await tell("phone A, next month's export", phoneA.importAll(from: bridge))
let corrected = try phoneA.byId(weight.id)
print("the weight that was corrected to 72 kg: \(corrected?.value ?? 0)")
try FileManager.default.removeItem(at: folder.url)
