// replaces: web-bytes
// refused by: Step15WebTests/bytes()
// says: stands before
//
// Leaves texts to JavaScript, whose order is that of UTF-16 units.

  return left < right ? -1 : left > right ? 1 : 0
