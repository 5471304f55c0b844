/// @from 3
let a = "// @end"  // @end
// see @end of it
//@end
// @ from
// mail@example.org
