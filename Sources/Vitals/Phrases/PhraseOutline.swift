/// A phrase in its parts.
///
/// Sentences end at a full stop. A comma divides a sentence into clauses. "and", "or", "but" and "then" divide a clause into parts:
/// "no headache, | ran 5k and | felt dizzy" has two clauses and three parts.
struct PhraseOutline {
    let terms: [PhraseTerm]
    let parts: [Part]

    struct Part {
        /// The indices of its terms, without the joint before it.
        let range: Range<Int>
        /// The joint between this part and the one before.
        let joint: Joint
        /// Counts clauses and sentences from 0.
        let clause: Int
        let sentence: Int
        /// The roles of all terms of the part.
        let roles: PhraseRoles
        /// True where a question mark ends the part.
        let isQuestion: Bool
    }

    struct Joint: OptionSet {
        let rawValue: Int
        static let stop = Joint(rawValue: 1)
        static let comma = Joint(rawValue: 2)
        static let but = Joint(rawValue: 4)
        static let or = Joint(rawValue: 8)
        static let and = Joint(rawValue: 16)
    }

    init(_ terms: [PhraseTerm]) {
        self.terms = terms
        var parts: [Part] = []
        var joint: Joint = .stop
        var (clause, sentence, start) = (0, 0, 0)
        for index in 0...terms.count where index == terms.count || terms[index].isJoint {
            let end = index < terms.count ? terms[index] : nil
            if start < index {
                if joint.contains(.stop) { sentence += 1 }
                if !joint.isDisjoint(with: [.stop, .comma]) { clause += 1 }
                let roles = terms[start..<index].reduce(into: PhraseRoles()) { $0.formUnion($1.roles) }
                parts.append(
                    Part(
                        range: start..<index, joint: joint, clause: clause, sentence: sentence, roles: roles,
                        isQuestion: end?.mark == .question))
                joint = []
            }
            if let end { joint.formUnion(Joint(end)) }
            start = index + 1
        }
        self.parts = parts
    }
}

extension PhraseOutline.Joint {
    init(_ term: PhraseTerm) {
        switch term.mark {
        case .stop, .question: self = .stop
        case .comma: self = .comma
        case nil where term.roles.contains(.but): self = .but
        case nil: self = term.roles.contains(.or) ? .or : .and
        }
    }
}
