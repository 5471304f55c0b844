/// One-dimensional arrays without NULLs, so that a whole batch is one parameter.
///
/// The layout is that of `array_send` in PostgreSQL's `arrayfuncs.c`: the number of dimensions, a flag for NULLs, the
/// type of the elements; then the length and lower bound of each dimension; then each element, with its length in
/// front. Everything except the elements is a 32-bit number.
extension Array: PostgresValue where Element: PostgresScalar {
    package static var oid: UInt32 { Element.arrayOID }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int32(isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Element.oid)
        guard !isEmpty else { return }
        bytes.append(bigEndian: Int32(count))
        bytes.append(bigEndian: Int32(1))
        for element in self {
            let lengthPosition = bytes.count
            bytes.append(bigEndian: Int32(0))
            element.encode(into: &bytes)
            let length = Int32(bytes.count - lengthPosition - 4)
            Swift.withUnsafeBytes(of: length.bigEndian) {
                bytes.replaceSubrange(lengthPosition..<lengthPosition + 4, with: $0)
            }
        }
    }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        var position = 0
        func take(_ count: Int) throws(PostgresError) -> UnsafeRawBufferPointer {
            guard count >= 0, bytes.count - position >= count else {
                throw PostgresError(.unexpectedResult, detail: "array is cut short")
            }
            defer { position += count }
            return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
        }
        func number() throws(PostgresError) -> Int32 {
            Int32(bigEndian: try take(4).loadUnaligned(as: Int32.self))
        }

        let dimensions = try number()
        _ = try number()  // the flag for NULLs; a NULL element has length -1, which take() refuses
        guard UInt32(bitPattern: try number()) == Element.oid, dimensions <= 1 else {
            throw PostgresError(.unexpectedResult, detail: "array of other elements or dimensions")
        }
        self.init()
        guard dimensions == 1 else { return }
        let count = Int(try number())
        _ = try number()
        for _ in 0..<Swift.max(count, 0) {
            let length = Int(try number())
            append(try Element(postgresBytes: try take(length)))
        }
    }
}
