/// Tells which facts were measured on the speaker, and which were denied, wished, asked, or are about somebody else.
///
/// - "no" and "not" take back the first quantity and every symptom up to the end of their part. They go on after "or", and after a
///   comma or "and" if a symptom follows right there: "no headache, fever or cough".
/// - A wish, a plan or a goal takes back its whole part. It goes on after "and" until a verb says what was, and after a comma while a
///   list of numbers or plain verbs goes on.
/// - "if" takes back its part and the rest of the sentence. A question takes back its last clause; where a question word begins it,
///   all of it.
/// - Another person is meant until the sentence ends or says "I" or "my". In "with my dog" and "walked the dog" it's still the
///   speaker who acts.
struct PhraseScope {
    /// The facts that were measured.
    private(set) var measured: [PhraseFact] = []
    private let outline: PhraseOutline
    private var facts: ArraySlice<PhraseFact>
    /// The clauses and sentences that are questions.
    private var questionClauses: Set<Int> = []
    private var questionSentences: Set<Int> = []

    // What holds across parts.
    private var isDenied = false
    private var isUnmeasured = false
    private var isConditional = false
    private var isOther = false

    init(_ facts: [PhraseFact], in outline: PhraseOutline) {
        self.outline = outline
        self.facts = facts[...]
        findQuestions()
        for part in outline.parts { read(part) }
    }

    private mutating func findQuestions() {
        var opening: PhraseRoles = []
        var sentence = 0
        for part in outline.parts {
            let first = outline.terms[part.range.lowerBound].roles
            if part.sentence != sentence { (opening, sentence) = (first, part.sentence) }
            if part.isQuestion { questionClauses.insert(part.clause) }
            if first.contains(.questionWord) || part.isQuestion && opening.contains(.questionVerb) {
                questionSentences.insert(part.sentence)
            }
        }
    }

    private mutating func read(_ part: PhraseOutline.Part) {
        enter(part)
        var isFirst = true
        var hasSpeaker = false
        var hasSymptom = false
        var kept: [PhraseFact] = []
        for index in part.range {
            let term = outline.terms[index]
            if term.roles.contains(.negation) { (isDenied, isFirst) = (true, true) }
            if term.roles.contains(.ended), hasSymptom {
                kept.removeAll { $0.kind == .symptom }
                hasSymptom = false
            }
            hear(index, in: part, &hasSpeaker)
            guard let fact = facts.first, fact.terms.lowerBound == index else { continue }
            facts.removeFirst()
            let isTakenBack = isDenied && (isFirst || fact.kind == .symptom)
            isFirst = false
            if !isTakenBack, !isOther {
                kept.append(fact)
                hasSymptom = hasSymptom || fact.kind == .symptom
            }
        }
        let isQuestion = questionClauses.contains(part.clause) || questionSentences.contains(part.sentence)
        if !isUnmeasured, !isConditional, !isQuestion { measured += kept }
    }

    /// Decides what holds on from the part before.
    private mutating func enter(_ part: PhraseOutline.Part) {
        let first = outline.terms[part.range.lowerBound]
        if part.joint.contains(.stop) { (isConditional, isOther) = (false, false) }
        let isTurned = !part.joint.isDisjoint(with: [.stop, .but])
        let isSymptomList = first.symptom != nil
        isDenied = isDenied && !isTurned && (part.joint.contains(.or) || isSymptomList)
        let isList =
            part.joint.contains(.comma)
            ? first.isNumber || first.roles.contains(.bareVerb) : !part.roles.contains(.finiteVerb)
        isUnmeasured = isUnmeasured && !isTurned && isList || part.roles.contains(.unmeasured)
        isConditional = isConditional || part.roles.contains(.condition)
    }

    /// Follows whom the sentence is about.
    private mutating func hear(_ index: Int, in part: PhraseOutline.Part, _ hasSpeaker: inout Bool) {
        let term = outline.terms[index]
        let next = index + 1 < part.range.upperBound ? outline.terms[index + 1] : nil
        if term.roles.contains(.otherPerson) {
            if !isCompanion(index, in: part, next) { isOther = true }
        } else if term.roles.contains(.speaker) || term.roles.contains(.speakerOwns) && !(next?.isSomebody ?? false) {
            (isOther, hasSpeaker) = (false, true)
        } else if !term.isKnown, !hasSpeaker, let next {
            // "Tom ran", "Anna's weight"
            let isName =
                next.roles.contains(.finiteVerb)
                || term.isPossessive && (next.name ?? next.symptom.map { _ in .symptom }) != nil
            if isName { isOther = true }
        }
    }

    /// True for a person who is only along: "ran 5k with my wife", "walked the dog".
    private func isCompanion(_ index: Int, in part: PhraseOutline.Part, _ next: PhraseTerm?) -> Bool {
        let before = outline.terms[max(part.range.lowerBound, index - 3)..<index]
        if before.contains(where: { $0.roles.contains(.companion) }) { return true }
        return before.contains { $0.roles.contains(.travel) } && !(next?.roles.contains(.finiteVerb) ?? false)
    }
}

extension PhraseTerm {
    fileprivate var isSomebody: Bool { roles.contains(.otherPerson) }
}
