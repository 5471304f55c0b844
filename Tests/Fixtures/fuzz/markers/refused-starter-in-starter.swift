// @from 3
let x = 1
// @else
//| //| let x = 0
// @end