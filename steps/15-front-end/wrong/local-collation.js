// replaces: web-bytes
// refused by: Step15WebTests/bytes()
// says: comes before
//
// Sorts by the rules of the reader's language, and every phone may have another one.

  return left.localeCompare(right)
