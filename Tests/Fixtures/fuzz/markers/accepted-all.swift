let a = 1
// @from 3
let b = 2
// @else
//| let b = 1
// @end
func f() {
    // @write 8 merge
    merge()
    // @starter
    //| todo(8, "merge")
    //|
    // @end
}
// @show order
// @from 17 18
let c = 3

// @end
// @end
// @from repository
let d = 4
// @end
