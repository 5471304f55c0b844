// replaces: web-order
// refused by: Step15WebTests/fields()
// says: greater updatedAt must win
//
// Asks the version and nothing else: a tie has no winner, and each phone keeps its own.

  return left.version - right.version
