#if canImport(HealthKit)
import Foundation
import HealthKit
import Vitals

// HealthKit's objects in plain values.

extension HealthReading {
    /// - Returns: nil for a type that isn't read.
    init?(_ sample: HKQuantitySample, in unit: HKUnit, _ type: String) {
        guard let known = SampleType.named(type) else { return nil }
        self.init(
            type: known, value: sample.quantity.doubleValue(for: unit), unit: unit.unitString,
            start: Timestamp(floored: sample.startDate), end: Timestamp(floored: sample.endDate),
            source: sample.sourceRevision.source.name, device: sample.hardware,
            zone: sample.metadata?[HKMetadataKeyTimeZone] as? String)
    }
}

extension WorkoutDraft {
    init(_ workout: HKWorkout) {
        let start = Timestamp(floored: workout.startDate)
        self.init(start: start, minutes: workout.duration / 60)
        end = Timestamp(floored: workout.endDate)
        activity = WorkoutActivity(workout.workoutActivityType).rawValue
        source = SampleOrigin(source: workout.sourceRevision.source.name, start: start).inOneLine.source
        device = workout.hardware ?? ""
        energy = workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()?
            .doubleValue(for: .kilocalorie())
        let distances = Self.distances.compactMap {
            workout.statistics(for: HKQuantityType($0))?.sumQuantity()?.doubleValue(for: .meterUnit(with: .kilo))
        }
        distance = distances.isEmpty ? nil : distances.reduce(0, +)
        let rates = workout.statistics(for: HKQuantityType(.heartRate))
        heartRate = Self.rate(rates?.averageQuantity())
        heartRateMinimum = Self.rate(rates?.minimumQuantity())
        heartRateMaximum = Self.rate(rates?.maximumQuantity())
    }

    /// A sensor that slipped: the workout is worth more than its heart rate.
    private static func rate(_ quantity: HKQuantity?) -> Double? {
        let rate = quantity?.doubleValue(for: .count().unitDivided(by: .minute()))
        return rate.flatMap { heartRates.contains($0) ? $0 : nil }
    }

    private static let distances: [HKQuantityTypeIdentifier] = [
        .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair, .distanceDownhillSnowSports,
        .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing, .distanceSkatingSports,
    ]
}

extension WorkoutActivity {
    init(_ type: HKWorkoutActivityType) {
        self =
            switch type {
            case .running, .wheelchairRunPace: .run
            case .walking, .hiking, .wheelchairWalkPace: .walk
            case .cycling, .handCycling: .cycle
            case .traditionalStrengthTraining, .functionalStrengthTraining, .coreTraining: .strength
            case .highIntensityIntervalTraining: .hiit
            default: .other
            }
    }
}

extension HKSample {
    /// Such as `Watch6,1`, as an export has it.
    fileprivate var hardware: String? { device?.hardwareVersion ?? device?.model ?? sourceRevision.productType }
}
#endif
