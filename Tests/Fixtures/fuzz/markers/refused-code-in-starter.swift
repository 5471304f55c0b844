// @write 8 a
// @starter
let x = 1
// @end