// replaces: web-bytes
// refused by: Step15WebTests/bytes()
// says: comes before
//
// Leaves the comparison of texts to JavaScript, which compares UTF-16 units.

  return left < right ? -1 : left > right ? 1 : 0
