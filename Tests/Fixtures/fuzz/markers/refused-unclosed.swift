// @from 3
let a = 1