// changes: store-window
// refused by: Step24WindowTests/overtaken()
// says: Another process has moved the lane on
// breaks: store-window.1
//
// Two processes read, and the slower one moves the lane to where it began.

-        guard try lane(source, window.type) == window.before else { return .superseded }
