internal import CBrotli

/// Compression at Brotli's highest quality, which is affordable because each file is compressed once.
enum Brotli {
    /// Nil where the library fails for lack of memory.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var size = BrotliEncoderMaxCompressedSize(bytes.count)
        guard size > 0 else { return nil }
        let packed = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let isDone = BrotliEncoderCompress(
                BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &size,
                buffer.baseAddress)
            count = isDone == BROTLI_TRUE ? size : 0
        }
        return packed.isEmpty ? nil : packed
    }
}
