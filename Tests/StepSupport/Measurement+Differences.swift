package import Vitals

extension Measurement {
    /// The first field, in the order of precedence, in which two records differ; nil when they are equal.
    package func firstDifference(from other: Measurement) -> String? {
        if version != other.version { return "version" }
        if updatedAt != other.updatedAt { return "updatedAt" }
        if kind != other.kind { return "kind" }
        if value != other.value { return "value" }
        if unit != other.unit { return "unit" }
        if recordedAt != other.recordedAt { return "recordedAt" }
        return extra == other.extra ? nil : "extra"
    }
}
