// replaces: match-workouts
// refused by: Step24MatchTests/known()
// says: The companion sends workout 1 again
// breaks: match-workouts.1
//
// Whatever comes is new.

_ = (known, named)
return items.map { item in
    survivors[item.id] = item.id
    return .insert
}
