/** Numbers from a seed: the same history every time (mulberry32). */
export class SeededRandom {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** At least 0 and below 1. */
  next = () => {
    this.#state = (this.#state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number at least `from` and below `to`. */
  integer(from, to) {
    return from + Math.floor(this.next() * (to - from))
  }

  element(list) {
    return list.length ? list[this.integer(0, list.length)] : undefined
  }
}

export function newSeededUUID(random) {
  const digits = Array.from({ length: 32 }, () => random.integer(0, 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
