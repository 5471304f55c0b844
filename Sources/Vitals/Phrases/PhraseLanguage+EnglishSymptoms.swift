extension PhraseLanguage {
    /// English symptoms, by the label that they're stored with.
    static let englishSymptoms: [(PhraseMeaning, String)] =
        pains
        + [
            (
                "dizzy",
                """
                dizzy,dizziness,dizzier,lightheaded,light headed,light-headedness,lightheadedness,felt faint,feeling faint,giddy,woozy,vertigo
                """
            ),
            (
                "headache",
                """
                headache,headaches,head ache,my head hurts,head hurts,head is pounding,pain in my head,sore head
                """
            ),
            ("migraine", "migraine,migraines"),
            (
                "nausea",
                """
                nausea,nauseous,nauseated,queasy,felt sick,feel sick,feeling sick,sick to my stomach,morning sickness,
                seasick,carsick
                """
            ),
            ("vomiting", "vomiting,vomited,vomit,threw up,throwing up,throw up,was sick,been sick,puked"),
            (
                "fatigue",
                """
                tired,tiredness,fatigue,fatigued,exhausted,exhaustion,worn out,no energy,low energy,lethargic,sleepy,
                knackered
                """
            ),
            (
                "cough",
                "cough,coughs,coughing,coughed,dry cough,bad cough,keep coughing"
            ),
            ("fever", "fever,fevers,feverish,a temperature,high temperature,running a fever,running a temperature"),
            ("chills", "chills,the chills,shivering,shivers"),
            ("sore throat", "sore throat,my throat hurts,throat hurts,throat is sore,scratchy throat,throat pain"),
            (
                "short of breath",
                """
                short of breath,shortness of breath,out of breath,breathless,can't breathe,couldn't breathe,
                hard to breathe,trouble breathing
                """
            ),
            (
                "insomnia",
                """
                insomnia,slept badly,slept poorly,slept terribly,sleepless,couldn't sleep,can't sleep,could not sleep,
                cannot sleep,didn't sleep well,didn't sleep,did not sleep,did not sleep well,bad sleep,
                trouble sleeping,barely slept,hardly slept
                """
            ),
            ("anxiety", "anxious,anxiety,panicky,panic attack,nervous"),
            ("stress", "stressed,stressed out,stress"),
            ("low mood", "low mood,depressed,depression,feeling down,felt down,feeling low,felt low"),
            ("cramps", "cramp,cramps,cramping,leg cramp,leg cramps,stomach cramps,muscle cramp,muscle cramps"),
            (
                "palpitations",
                """
                palpitations,palpitation,heart palpitations,racing heart,heart racing,my heart is racing,
                my heart was racing
                """
            ),
            ("runny nose", "runny nose,running nose,nose is running,sniffles"),
            ("stuffy nose", "stuffy nose,blocked nose,congested,congestion,nose is blocked,stuffed up"),
            ("sneezing", "sneezing,sneezed"),
            ("diarrhoea", "diarrhoea,diarrhea,the runs"),
            ("constipation", "constipation,constipated"),
            ("bloating", "bloated,bloating"),
            ("heartburn", "heartburn,acid reflux,reflux"),
            ("rash", "rash,skin rash,hives"),
            ("itching", "itchy,itching,itch,itchiness"),
            ("swelling", "swollen,swelling"),
            ("numbness", "numb,numbness,tingling"),
            ("night sweats", "night sweats,sweating at night"),
            ("fainting", "fainted,passed out,blacked out"),
            ("nosebleed", "nosebleed,nose bleed,bloody nose"),
            ("loss of appetite", "no appetite,loss of appetite,lost my appetite"),
            ("cold", "have a cold,had a cold,got a cold,caught a cold,common cold,bad cold,head cold"),
            ("flu", "flu,the flu,influenza"),
            ("hot flush", "hot flush,hot flushes,hot flash,hot flashes"),
            ("tinnitus", "tinnitus,ringing in my ears,ears ringing,ears are ringing"),
            ("blurred vision", "blurred vision,blurry vision"),
            (
                "muscle ache",
                """
                muscle ache,muscle aches,sore muscles,muscles are sore,muscle pain,achy,body aches,aching muscles
                """
            ),
        ].map { (.symptom($0.0), $0.1) }

    /// Where it can hurt, and how a person says so.
    private static let pains: [(PhraseMeaning, String)] =
        [
            ("back", "back"), ("chest", "chest"), ("neck", "neck"), ("knee", "knee,knees"),
            ("shoulder", "shoulder,shoulders"),
            ("hip", "hip,hips"), ("leg", "leg,legs"), ("foot", "foot,feet"), ("ankle", "ankle,ankles"),
            ("wrist", "wrist,wrists"),
            ("arm", "arm,arms"), ("joint", "joint,joints"), ("calf", "calf,calves"), ("elbow", "elbow,elbows"),
            ("eye", "eye,eyes"),
        ].map { part, words in
            let all = words.split(separator: ",").flatMap { word in
                [
                    "\(word) pain", "\(word) pains", "\(word) ache", "\(word)ache", "\(word) hurts", "\(word) hurt",
                    "pain in my \(word)",
                    "pain in the \(word)", "\(word) is hurting", "\(word) is killing me", "sore \(word)",
                    "\(word) is sore", "\(word) are sore",
                    "lower \(word) pain", "tightness in my \(word)",
                ]
            }
            return (.symptom("\(part) pain"), all.joined(separator: ","))
        } + [
            (
                .symptom("stomach ache"),
                """
                stomach ache,stomachache,stomach aches,stomach pain,stomach pains,tummy ache,belly ache,bellyache,
                abdominal pain,upset stomach,stomach hurts,tummy hurts,belly hurts,pain in my stomach,
                my stomach is upset
                """
            ),
            (.symptom("ear ache"), "ear ache,earache,ear pain,ear hurts"),
            (.symptom("toothache"), "toothache,tooth ache,tooth pain,tooth hurts"),
            (.symptom("period pain"), "period pain,period pains,period cramps,menstrual cramps,menstrual pain"),
            (.symptom("pain"), "pain,pains,in pain,painful,aches,aching"),
        ]
}
