// replaces: web-order
// refused by: Step15WebTests/fields()
// says: greater updatedAt must win
//
// Compares only the version. A tie then has no winner, and each phone keeps its own record.

  return left.version - right.version
