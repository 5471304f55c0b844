// replaces: web-order
// refused by: Step15WebTests/fields()
// says: greater version must win
//
// Lets the later time of writing win before it compares versions.

  const name = ['updatedAt', ...order].find((field) => left[field] !== right[field])
  if (!name) return 0
  return typeof left[name] === 'string' ? compareBytes(left[name], right[name]) : left[name] < right[name] ? -1 : 1
