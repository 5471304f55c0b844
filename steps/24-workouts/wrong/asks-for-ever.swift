// changes: next-window
// refused by: Step24LaneTests/leavesOutStalled()
// says: have moved nothing
// breaks: next-window.2
//
// A type that never moves is asked again and again, and the others wait for ever.

-        let states = states.filter { $0.stalls < maximumStalls }
