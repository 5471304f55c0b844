// RFC 8785: one spelling for one JSON value, so that texts can be compared by their bytes. ECMAScript prints numbers
// and escapes texts just as it asks.

/** Deep enough for any record, shallow enough for any stack. */
const maximumDepth = 64

/** Neither U+0000 nor half of a surrogate pair: no store of Vitals can hold them. */
export const isText = (value) => typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value)

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

/** Levels of arrays and objects: 0 for a scalar, 1 for `{}`. */
export function canonicalDepth(value) {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(canonicalDepth))
}
