/// The sense that the words around a number give it: whether "300 calories" were burnt or eaten, and "60 kg" weighed or lifted.
struct PhraseContext {
    private var part: PhraseOutline.Part?
    /// The roles of the terms before, in this part, in this clause and in this sentence.
    private var partRoles: PhraseRoles = []
    private var clauseRoles: PhraseRoles = []
    private var sentenceRoles: PhraseRoles = []
    private var hasWeightName = false
    /// The sense of the last word about energy.
    private var energy: PhraseRoles = []
    /// True where this part goes on with a list of weights that were lifted.
    private var isLoad = false
    private var isAfterMealWord = false

    /// True where somebody walks, runs, cycles or swims.
    var isMoving: Bool { sentenceRoles.union(part?.roles ?? []).contains(.travel) }

    mutating func enter(_ part: PhraseOutline.Part, first: PhraseTerm) {
        let isNewSentence = self.part?.sentence != part.sentence
        let isNewClause = self.part?.clause != part.clause
        isLoad = isLoad && !isNewSentence && (first.isNumber || !isNewClause) || part.roles.contains(.load)
        if isNewSentence { sentenceRoles = [] }
        if isNewClause { (clauseRoles, energy) = ([], []) }
        (partRoles, hasWeightName, isAfterMealWord) = ([], false, false)
        self.part = part
    }

    /// Takes note of a term that has been read.
    mutating func pass(_ term: PhraseTerm) {
        var roles = term.roles
        // "before breakfast" is a time, and says nothing of what was eaten.
        if roles.contains(.food), isAfterMealWord { roles.remove(.food) }
        isAfterMealWord = roles.contains(.aroundMeal) || isAfterMealWord && roles.contains(.filler)
        partRoles.formUnion(roles)
        clauseRoles.formUnion(roles)
        sentenceRoles.formUnion(roles)
        hasWeightName = hasWeightName || term.name == .weight
        if roles.contains(.burn) { energy = .burn } else if roles.contains(.food) { energy = .food }
    }

    /// False where the words around a quantity say that it's something else.
    ///
    /// - Parameters:
    ///   - next: the term after it.
    ///   - previous: the term before it.
    func allows(_ fact: PhraseFact, before next: PhraseTerm?, after previous: PhraseTerm?) -> Bool {
        let nextRoles = next?.roles ?? []
        let roles = part?.roles ?? []
        // "10 km/h", "60 kg of sand", "2 kg less"
        if !nextRoles.isDisjoint(with: [.slash, .per, .change]) || previous?.roles.contains(.slash) ?? false {
            return false
        }
        switch fact.kind {
        case .weight:
            if isLoad || nextRoles.contains(.of) || !partRoles.isDisjoint(with: .change) { return false }
            if fact.unit == .pounds, roles.contains(.money) { return false }
            if hasWeightName { return true }
            return isBodyWeight(fact) && !partRoles.contains(.food) && !(previous?.roles.contains(.companion) ?? false)
        case .activeEnergy:
            if energy == .burn { return true }
            if energy == .food { return false }
            let isActive = roles.contains(.burn) || !roles.union(clauseRoles).isDisjoint(with: [.travel, .exercise])
            return isActive && !roles.contains(.food)
        case .distance:
            if roles.contains(.travel) { return true }
            if previous?.time == .at { return false }
            return !nextRoles.contains(.away) && !roles.union(clauseRoles).contains(.vehicle)
        case .steps: return !partRoles.contains(.change)
        default: return true
        }
    }

    /// True for a weight that a person can have. "5 pounds" without the word "weight" is something else.
    private func isBodyWeight(_ fact: PhraseFact) -> Bool {
        fact.value >= (fact.unit == .pounds ? 44 : 20)
    }
}
