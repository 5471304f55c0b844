public func expect(_ isTrue: Bool, _ words: String) {}
