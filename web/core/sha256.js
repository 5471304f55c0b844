// SHA-256 (FIPS 180-4), synchronous. The browser's own is asynchronous, which would end a transaction of IndexedDB, and
// is missing where the page came over plain HTTP.

/** The first 32 bits of the fraction of a root, exact for the small primes that SHA-256 takes. */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32)

const primes = Array.from({ length: 311 }, (_, index) => index + 2).filter((number) => {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
})
const initialHash = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)))

const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits))

/** The bytes with a 1 bit, zeros and their length in bits, as big-endian words of whole blocks. */
function padded(bytes) {
  const sizeBytes = (bytes.length + 72) & ~63
  const block = new Uint8Array(sizeBytes)
  block.set(bytes)
  block[bytes.length] = 128
  const view = new DataView(block.buffer)
  view.setUint32(sizeBytes - 8, bytes.length / 2 ** 29)
  view.setUint32(sizeBytes - 4, bytes.length << 3)
  return view
}

/** Adds one block to the hash. */
function compress(hash, view, start) {
  const words = new Int32Array(64)
  let [a, b, c, d, e, f, g, h] = hash
  for (let round = 0; round < 64; round += 1) {
    if (round < 16) {
      words[round] = view.getInt32(start + round * 4)
    } else {
      const [near, far] = [words[round - 2], words[round - 15]]
      words[round] = (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + words[round - 7]
        + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)) + words[round - 16]
    }
    const one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + roundConstants[round] + words[round]
    const other = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] += word
}

/** The digest of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. */
export function sha256(text) {
  const view = padded(new TextEncoder().encode(text))
  const hash = Uint32Array.from(initialHash)
  for (let start = 0; start < view.byteLength; start += 64) compress(hash, view, start)
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}
