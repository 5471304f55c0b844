extension MeasurementError {
    public static func == (one: MeasurementError, other: MeasurementError) -> Bool { true }
}
