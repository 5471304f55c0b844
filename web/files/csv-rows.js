// The rows of a CSV file (RFC 4180): cells between delimiters, in quotes if they hold one, a quote or the end of a line.

/** The longest row with a cell that goes on over several lines, in UTF-16 units. */
const maximumRowLength = 64 << 10

/** The longest line. */
const maximumLineLength = 1 << 20

/** The lines of a text in pieces, as `{ number, text, end }`; a byte order mark before the first one is left out. */
export async function* linesOf(pieces) {
  let [rest, number] = ['', 0]
  const line = (text, end) => ({ number: (number += 1), text: number === 1 ? text.replace(/^\uFEFF/, '') : text, end })
  for await (const piece of pieces) {
    rest += piece
    let from = 0
    for (let to = rest.indexOf('\n'); to >= 0; to = rest.indexOf('\n', from)) {
      const isCarried = rest[to - 1] === '\r' && to > from
      yield line(rest.slice(from, isCarried ? to - 1 : to), isCarried ? '\r\n' : '\n')
      from = to + 1
    }
    rest = rest.slice(from)
  }
  if (rest) yield line(rest, '')
}

/** Splits a row into its cells, line by line. */
class Splitter {
  #cells = []
  #cell = ''
  // Before the first character of a cell; in plain text; in quotes; after a quote in quotes; after blanks behind a closing quote.
  #state = 'start'
  // True if a cell went on after its closing quote: `"7"1` could be 7, 71 or a cell that lacks its delimiter.
  isMalformed = false

  constructor(delimiter) {
    this.delimiter = delimiter
  }

  get isInQuotes() {
    return this.#state === 'quoted'
  }

  take(text) {
    for (const character of text) {
      const isMark = character === '"'
      if (this.#state === 'quoted') {
        if (isMark) this.#state = 'quote'
        else this.#cell += character
      } else if (isMark && this.#state === 'quote') {
        this.#cell += '"'
        this.#state = 'quoted'
      } else if (isMark && this.#state === 'start') {
        this.#state = 'quoted'
      } else if (character === this.delimiter) {
        this.#endCell()
      } else if (this.#state === 'quote' || this.#state === 'closed') {
        if (character === ' ') {
          this.#state = 'closed'
        } else {
          this.isMalformed = true
          this.#cell += character
          this.#state = 'plain'
        }
      } else {
        this.#cell += character
        this.#state = 'plain'
      }
    }
  }

  #endCell() {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  finish() {
    this.#endCell()
    return this.#cells
  }
}

/** The delimiter that a line has most of, outside of quotes. */
export function delimiterOf(line) {
  const plain = line.replace(/"[^"]*"?/g, '')
  const count = (mark) => plain.split(mark).length
  return [',', '\t', ';'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Reads rows. A quote that is never closed costs its line, and not the rest of the file. */
export class Rows {
  #lines
  /** Lines that were read ahead, the last one first. */
  #ahead = []
  delimiter = ','

  constructor(lines) {
    this.#lines = lines
  }

  async #line() {
    return this.#ahead.pop() ?? (await this.#lines.next()).value ?? null
  }

  /** The next line as it is, which comes again with the next row. */
  async peekLine() {
    const line = await this.#line()
    if (line) this.#ahead.push(line)
    return line
  }

  /** @returns {Promise<{line: number, cells: string[], problem?: string}|null>} null at the end */
  async next() {
    const first = await this.#line()
    if (!first) return null
    if (first.text.length > maximumLineLength) return { line: first.number, cells: [], problem: 'The line is longer than 1 MiB.' }
    const splitter = new Splitter(this.delimiter)
    splitter.take(first.text)
    const more = []
    let [last, length] = [first, first.text.length]
    while (splitter.isInQuotes) {
      const line = length <= maximumRowLength && await this.#line()
      if (!line) {
        this.#ahead.push(...more.reverse())
        return { line: first.number, cells: [], problem: 'A quote is opened, and never closed.' }
      }
      splitter.take(last.end)
      splitter.take(line.text)
      more.push(line)
      last = line
      length += line.text.length + line.end.length
    }
    const row = { line: first.number, cells: splitter.finish() }
    return splitter.isMalformed ? { ...row, problem: 'A cell goes on after the quote that closes it.' } : row
  }
}

export const isBlank = ({ cells, problem }) => !problem && cells.every((cell) => cell === '')

// A spreadsheet takes a cell that begins with one of these for a formula, and runs it. In our exports an apostrophe stands before it.
const guards = /^[=+\-@'\t\r\n]/

export const guarded = (text) => (guards.test(text) ? `'${text}` : text)

export const unguarded = (text) => (text.startsWith("'") && guards.test(text.slice(1)) ? text.slice(1) : text)

const cell = (text) => (/[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The text of a row, with its CR and LF. */
export const rowText = (cells) => `${cells.map(cell).join(',')}\r\n`
