let a = 1
// @from 3
let b = 2
// @end
