@_cdecl("memcmp") public func compare(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Int32 { 0 }
