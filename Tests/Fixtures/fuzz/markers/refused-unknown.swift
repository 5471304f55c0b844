// @form 3
// @end