// @write 8 a
// @write 8 b
// @starter
//| x
// @end
// @end