// replaces: web-bytes
// refused by: Step15WebTests/bytes()
// says: stands before
//
// Sorts as a reader of the page would; every phone may have another language.

  return left.localeCompare(right)
