// RFC 8785: one spelling for each JSON value, so that texts can be compared by their bytes. ECMAScript already prints
// numbers and escapes texts as the RFC requires.

/** Deep enough for any record, shallow enough for any stack. */
const maximumDepth = 64

/** True for a text without U+0000 and without half of a surrogate pair, which no store of Vitals can hold. */
export const isText = (value) => typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value)

/** True for a text that has something to see. White space isn't seen, and neither is what only formats others, such as a direction. */
export const isSeen = (text) => /[^\s\p{Cf}\x85]/u.test(text)

function scalar(value) {
  if (typeof value === 'string' ? isText(value) : typeof value !== 'number' || Number.isFinite(value)) {
    return JSON.stringify(value)
  }
  throw new TypeError('A text or number that no record can hold')
}

export function canonicalJSON(value, depth = 0) {
  if (value === null || typeof value !== 'object') return scalar(value)
  if (depth >= maximumDepth) throw new TypeError('Too many levels of nesting')
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJSON(element, depth + 1)).join()}]`
  const members = Object.keys(value).sort().map((name) => `${scalar(name)}:${canonicalJSON(value[name], depth + 1)}`)
  return `{${members.join()}}`
}

/** The number of nested levels of arrays and objects: 0 for a scalar, 1 for `{}`. */
export function canonicalDepth(value) {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(canonicalDepth))
}
