// The English words, in three tables: what can be measured and when (here), symptoms, and the words around them.

extension PhraseLanguage {
    /// English, British and American.
    static let english = PhraseLanguage(
        groupSeparator: ",", possessiveSuffix: "'s",
        table: englishQuantities + englishNumbers + englishTimes + englishSymptoms + englishRoles,
        idioms: """
            good morning,good afternoon,good evening,good night,going to bed,go to bed,went to bed,tired of,sick of,felt sick of,feel sick of,
            stress test,flu shot,flu jab,cough syrup,cough drops,cough medicine,headache pill,headache pills,
            fever reducer,pain relief,pain killer,pain killers,no idea,no doubt,no problem,no matter,not only,
            not just,not surprisingly,at all,all in all,as well,well,walk in,run out,ran out,ran into,run down,
            running late,running a bit late,running nose,walking stick,i guess,fun run,run of the mill,at least,
            at most,can't stop,cannot stop,couldn't stop,next to,step count goal,at rest,mile high,the first time,
            this time,most of the time,part of the time,half the time,first half,second half,started to feel,started feeling,
            started running,started walking,started to run,started to walk
            """)

    private static let englishQuantities: [(PhraseMeaning, String)] = [
        (.name(.weight), "weight,body weight,bodyweight,weigh,weighed,weighing,weigh-in,weighed in,scale,scales"),
        (.name(.steps), "steps,step count,step counter,pedometer"),
        (
            .name(.heartRate),
            """
            heart rate,heartrate,resting heart rate,pulse,pulse rate,resting pulse,hr,rhr,resting hr,heart beat,
            heartbeat
            """
        ),
        (
            .name(.activeEnergy),
            """
            active energy,active calories,active cals,calories burned,calories burnt,energy burned,energy burnt
            """
        ),
        (.unit(.kilogram), "kg,kgs,kilo,kilos,kilogram,kilograms,kilogramme,kilogrammes"),
        (.unit(.pound), "lb,lbs,pound,pounds"),
        (.unit(.stone), "st,stone,stones"),
        (.unit(.step), "steps,step"),
        (.unit(.beat), "bpm,beats per minute,beats a minute,beats/minute,beats/min,beats per min,beats"),
        (
            .unit(.kilocalorie),
            """
            kcal,kcals,cal,cals,calorie,calories,kilocalorie,kilocalories,active calories,active cals,active kcal,
            calories burned,calories burnt,kcal burned,kcal burnt
            """
        ),
        (.unit(.kilojoule), "kj,kilojoule,kilojoules"),
        (.unit(.kilometre), "km,kms,kilometre,kilometres,kilometer,kilometers,klick,klicks"),
        (.unit(.mile), "mi,mile,miles"),
        (.unit(.metre), "metre,metres,meter,meters"),
        (.unit(.letterM), "m"),
        (.unit(.letterK), "k"),
        (.unit(.marathon), "marathon,full marathon"),
        (.unit(.halfMarathon), "half marathon"),
        (.unit(.gram), "g,gram,grams"),
        (.unit(.ounce), "oz,ounce,ounces"),
        (.unit(.yard), "yd,yds,yard,yards"),
        (.unit(.foot), "feet,foot,ft"),
        (
            .unit(.untracked),
            """
            %,percent,per cent,°,degree,degrees,celsius,fahrenheit,c,f,mg,milligram,milligrams,ml,litre,
            litres,liter,liters,cm,centimetre,centimetres,centimeter,centimeters,mm,mmhg,mmol,inch,
            inches,kmh,kph,mph,km/h,km/hr,kms per hour,miles per hour,reps,rep,sets,
            laps,lap,floors,flights,years old,year old,times,units,tablets,pills,glasses,cups,euros,dollars,£,$,€,hz,
            ms,mets
            """
        ),
    ]

    private static let englishNumbers: [(PhraseMeaning, String)] =
        zip(0..., small.split(separator: ",")).map { (.number(.small($0)), String($1)) }
        + zip(2..., tens.split(separator: ",")).map { (.number(.tens($0 * 10)), String($1)) } + [
            (.number(.small(2)), "a couple of,a couple,couple of"),
            (.number(.hundred), "hundred"),
            (.number(.thousand), "thousand"),
            (.number(.half), "half a,half an,half"),
            (.number(.plusHalf), "and a half,and one half"),
            (
                .number(.plusPart),
                "and a quarter,and one quarter,and three quarters,and a third,and two thirds,and a bit,and some"
            ),
            (.number(.article), "a,an"),
            (.number(.point), "point"),
            (.number(.range), "to,or"),
        ]
    private static let small = """
        zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,
        seventeen,eighteen,nineteen
        """
    private static let tens = "twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety"

    private static let englishTimes: [(PhraseMeaning, String)] =
        zip(1..., weekdays.split(separator: ";")).map { (.time(.moment(.weekday($0))), String($1)) } + [
            (.time(.moment(.now)), "now,just now,right now,at the moment,currently,a moment ago,just"),
            (.time(.moment(.day(ago: 0))), "today,today's"),
            (.time(.moment(.day(ago: 1))), "yesterday,yesterday's,a day ago"),
            (.time(.moment(.day(ago: 2))), "the day before yesterday,day before yesterday"),
            (.time(.moment(.day(ago: 7))), "a week ago"),
            (.time(.moment(.day(ago: 0, .morning))), "this morning,this morning's,first thing this morning"),
            (.time(.moment(.day(ago: 0, .afternoon))), "this afternoon,this afternoon's"),
            (.time(.moment(.day(ago: 0, .evening))), "this evening,this evening's,tonight,tonight's"),
            (.time(.moment(.day(ago: 1, .evening))), "last evening"),
            (.time(.moment(.lastNight)), "last night,last night's"),
            (.time(.moment(.part(.morning))), "morning,mornings"),
            (.time(.moment(.part(.noon))), "noon,at noon,midday,at midday,lunchtime,at lunchtime,at lunch"),
            (.time(.moment(.part(.afternoon))), "afternoon"),
            (.time(.moment(.part(.evening))), "evening"),
            (.time(.moment(.part(.night))), "night,at night"),
            (.time(.moment(.part(.midnight))), "midnight,at midnight"),
            (.time(.moment(.future)), "tomorrow,tomorrow's,next,soon,upcoming"),
            (
                .time(.moment(.unclear)),
                """
                last week,last month,last year,last weekend,last summer,last winter,last spring,last autumn,last fall,
                last time,the last time,at one point,at some point,the other day,recently,long ago,a while ago,a while back,earlier this week,
                earlier this month,earlier this year,this week,this month,this year,january,february,march,april,june,
                july,august,september,october,november,december,jan,feb,apr,jul,aug,sept,oct,nov,dec,christmas,easter,
                back in the day,years back,as a child,as a kid,when i was
                """
            ),
            (.time(.span(.milliseconds(1_000))), "second,seconds,sec,secs"),
            (.time(.span(.milliseconds(60_000))), "minute,minutes,min,mins"),
            (.time(.span(.milliseconds(3_600_000))), "hour,hours,h,hr,hrs"),
            (.time(.span(.days(1))), "day,days"),
            (.time(.span(.days(7))), "week,weeks"),
            (.time(.ago), "ago"),
            (.time(.at), "at,@"),
            (.time(.datePrefix), "on the"),
            (.time(.ordinal), "st,nd,rd,th"),
            (.time(.half(.am)), "am"),
            (.time(.half(.pm)), "pm"),
            (.time(.oClock), "o'clock,oclock"),
            (.time(.minutesPast(30)), "half past"),
            (.time(.minutesPast(15)), "quarter past,a quarter past,quarter after,a quarter after"),
            (.time(.minutesPast(-15)), "quarter to,a quarter to,quarter of,a quarter of"),
        ]
    private static let weekdays = """
        sunday,last sunday,sunday's;monday,last monday,monday's;tuesday,last tuesday,tuesday's;wednesday,last wednesday,wednesday's;\
        thursday,last thursday,thursday's;friday,last friday,friday's;saturday,last saturday,saturday's
        """
}
