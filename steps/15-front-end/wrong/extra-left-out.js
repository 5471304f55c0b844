// replaces: web-order
// refused by: Step15WebTests/fields()
// says: greater extra must win
//
// Stops at the fields that this build knows.

  const name = order.slice(0, -1).find((field) => left[field] !== right[field])
  if (!name) return 0
  return typeof left[name] === 'string' ? compareBytes(left[name], right[name]) : left[name] < right[name] ? -1 : 1
