// Folds a list of parts, such as the phone's features, into one object that the core calls. It imports nothing, so that every
// module may import it.

/** How the functions of one name become one. Each gets the functions in the order of the list. */
const folds = {
  /** Effects: all of them run, one after the other. */
  all: (bodies) => async (...values) => {
    for (const body of bodies) await body(...values)
  },
  /** The same for effects that don't wait, so that they have run when the call returns. */
  allAtOnce: (bodies) => (...values) => bodies.forEach((body) => body(...values)),
  /** Questions: true if any of them says so. */
  any: (bodies) => async (...values) => {
    for (const body of bodies) if (await body(...values)) return true
    return false
  },
  anyAtOnce: (bodies) => (...values) => bodies.some((body) => body(...values)),
  /** The first result that isn't undefined or null. */
  first: (bodies) => async (...values) => {
    for (const body of bodies) {
      const found = await body(...values)
      if (found != null) return found
    }
    return undefined
  },
  firstAtOnce: (bodies) => (...values) => {
    for (const body of bodies) {
      const found = body(...values)
      if (found != null) return found
    }
    return undefined
  },
  /** Each changes the first value, and the next one gets the result. */
  chain: (bodies) => (value, ...others) => bodies.reduce((result, body) => body(result, ...others), value),
  /** The members of all results in one object. */
  members: (bodies) => (...values) => Object.assign({}, ...bodies.map((body) => body(...values))),
  /** All results in one array. */
  list: (bodies) => (...values) => bodies.map((body) => body(...values)),
  /** The same for results that are waited for. Each may be an array. */
  lists: (bodies) => async (...values) => {
    const found = []
    for (const body of bodies) found.push(...[await body(...values)].flat())
    return found
  },
}

/**
 * Folds the functions of a list's parts by their names.
 * @param {Object[]} parts objects of functions; each may lack any of them
 * @param {Object<string, string>} shapes the name of each function, and how several become one
 */
export function fold(parts, shapes) {
  const unknown = parts.flatMap((part) => Object.keys(part)).find((name) => !shapes[name])
  if (unknown) throw new TypeError(`There is no place called ${unknown}.`)
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => (
    [name, folds[shape](parts.map((part) => part[name]).filter(Boolean))])))
}
