// @write 8 a
let x = 1
// @starter
//| // @write 8 a
//| let x = 0
//| // @end
// @end