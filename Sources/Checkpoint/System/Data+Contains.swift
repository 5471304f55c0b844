package import Foundation

extension Data {
    /// Returns true if the text's bytes occur anywhere. Who watches a run or reads the course searches all the time, so this
    /// is fast in a debug build too.
    package func contains(bytesOf text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let begin = wanted.first else { return true }
        return withUnsafeBytes { bytes in
            guard var place = bytes.baseAddress else { return false }
            let end = place + bytes.count
            while let first = memchr(place, Int32(begin), place.distance(to: end)) {
                place = UnsafeRawPointer(first)
                guard place.distance(to: end) >= wanted.count else { return false }
                if memcmp(place, wanted, wanted.count) == 0 { return true }
                place += 1
            }
            return false
        }
    }
}
