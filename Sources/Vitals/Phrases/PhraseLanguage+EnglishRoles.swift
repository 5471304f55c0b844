extension PhraseLanguage {
    /// English words that say of a measurement whose it is, and whether it was one.
    static let englishRoles: [(PhraseMeaning, String)] = joints + denials + people + surroundings

    private static let joints: [(PhraseMeaning, String)] = [
        (.role(.and), "and,&,plus,then,and then,also,afterwards,after that,later,later on"),
        (.role(.or), "or,nor"),
        (.role(.but), "but,although,though,however,except,yet,instead"),
    ]

    private static let denials: [(PhraseMeaning, String)] = [
        (
            .role(.negation),
            """
            no,no more,not,without,never,neither,none,zero,hardly any,free of,free from,didn't,didnt,did not,don't,dont,
            doesn't,doesnt,haven't,havent,hasn't,hasnt,isn't,isnt,wasn't,wasnt,weren't,aren't,ain't,won't,wont,can't,
            cant,cannot,couldn't,couldnt,wouldn't,wouldnt,skipped,skip,missed,failed to,stopped,instead of,
            rather than
            """
        ),
        (
            .role(.ended),
            """
            gone,is gone,are gone,went away,has gone,disappeared,vanished,free,is over,has passed,cleared up,no more,
            has stopped,is better,is negative,none,cured
            """
        ),
        (
            .role(.unmeasured),
            """
            can run,can walk,can swim,can cycle,remember to,don't forget,forgot to,when i run,when i walk,
            when i cycle,when i swim,want,wants,wanted,wish,wishes,hope,hopes,hoping,goal,goals,target,targets,aim,aiming,aims,need,needs,plan,
            plans,planning,planned,try,tries,trying,tried,should,shouldn't,could,would,will,shall,may,might,must,
            maybe,perhaps,probably,possibly,going to,gonna,i'll,we'll,he'll,she'll,they'll,i'd,we'd,have to,has to,
            had to,got to,supposed to,about to,intend,intending,used to,let's,lets,remind,reminder,dream,ideal,
            ideally,recommended,recommendation,limit,training for,train for,preparing for,prepare for,signed up,
            sign up,register for,registered for,worried about,afraid of,fear of,risk of,prevent,prevents,avoid,
            avoiding,against,usual,usually,normally,typically,often,always,sometimes,every,every day,each day,daily,
            a day,per day,a week,per week,weekly,on average,twice a day,to go,left to go,remaining,challenge,budget,
            allowance,almost ran,nearly ran,like to,able to,watched,watching,x,×,history of,equals,is equal to,
            equivalent,convert,predicted,forecast,imagine,pretend,suppose
            """
        ),
        (.role(.condition), "if,unless,whenever,in case,assuming,provided"),
        (.role(.questionWord), "how,what,why,which,who,whose,whether"),
        (.role(.questionVerb), "did,do,does,is,are,am,was,were,can,have,has,had,when,where"),
    ]

    private static let people: [(PhraseMeaning, String)] = [
        (
            .role(.otherPerson),
            """
            wife,wife's,husband,husband's,spouse,partner,partner's,girlfriend,girlfriend's,boyfriend,boyfriend's,mom,
            mom's,mum,mum's,mother,mother's,dad,dad's,father,father's,parents,son,son's,daughter,daughter's,kid,kids,
            child,child's,children,baby,baby's,toddler,brother,brother's,sister,sister's,friend,friend's,friends,aunt,
            uncle,cousin,grandma,grandpa,grandmother,grandfather,granny,roommate,colleague,coworker,boss,neighbour,
            neighbor,patient,dog,dog's,cat,cat's,puppy,horse,he,he's,she,she's,they,they're,his,her,their,everyone,
            everybody,somebody,someone,people,weighs,runs,your,parcel,package
            """
        ),
        (.role(.speaker), "i,i'm,im,i've,ive,me,myself,we,we've,mine"),
        (.role(.speakerOwns), "my,our"),
        (.role(.companion), "with,for,to,by,from,than,took,take,taking"),
        (
            .role(.finiteVerb),
            """
            ran,walked,cycled,biked,swam,hiked,jogged,rode,sprinted,rowed,weighed,has,had,felt,feels,burned,burnt,is,
            was,climbed,completed,finished
            """
        ),
        (.role(.bareVerb), "run,walk,cycle,bike,swim,hike,jog,row,weigh,burn,do,reach,hit,get"),
    ]

    private static let surroundings: [(PhraseMeaning, String)] = [
        (
            .role(.travel),
            """
            did a,did my,ran,run,runs,running,walked,walk,walks,walking,cycled,cycle,cycling,biked,bike,biking,rode,ride,bike ride,
            swam,swim,swimming,hiked,hike,hiking,jogged,jog,jogging,sprinted,rowed,row,rowing,strolled,stroll,trekked,
            trek,treadmill,completed,finished,covered,skied,skated,wandered
            """
        ),
        (
            .role(.exercise),
            "workout,work out,worked out,exercise,exercised,exercising,training,trained,gym,session,yoga,hiit,spinning,spin class,elliptical,active"
        ),
        (
            .role(.burn),
            """
            burn,burned,burnt,burning,burns,active energy,active calories,active cals,active kcal,calories burned,
            calories burnt,kcal burned,kcal burnt,energy burned,energy burnt
            """
        ),
        (
            .role(.food),
            """
            ate,eat,eats,eaten,eating,breakfast,lunch,dinner,supper,brunch,snack,snacks,snacked,meal,meals,drank,
            drink,drinks,drinking,consumed,intake,food,pizza,burger,sandwich,salad,dessert,cake,chocolate,protein,
            shake,smoothie,calorie intake,dietary,had
            """
        ),
        (.role(.aroundMeal), "before,after,since,during,until"),
        (
            .role(.vehicle),
            """
            drove,drive,driving,driven,car,bus,train,tram,taxi,flew,flight,plane,commute,commuted,scooter,motorbike
            """
        ),
        (.role(.away), "away,from,to,of,to go,long,wide,high,apart,left,race,radius"),
        (
            .role(.load),
            """
            squat,squats,squatted,squatting,bench,bench press,bench pressed,benched,press,pressed,deadlift,deadlifts,
            deadlifted,lift,lifts,lifted,lifting,barbell,dumbbell,dumbbells,kettlebell,curl,curls,curled,reps,rep,
            sets,snatch,clean and jerk,leg press,weights,weight training,weight lifting,weightlifting,weight vest,
            weighted,bought,carried,carry,carrying,bag,baggage,backpack,suitcase,luggage,rucksack,potatoes,rice,flour,sugar,
            meat,moved,plates,plate,pr
            """
        ),
        (
            .role(.change),
            """
            lost,lose,losing,loses,weight loss,loss,gained,gain,gaining,weight gain,put on,dropped,shed,down,up,less,
            more,heavier,lighter,over,under,above,below,fewer,overweight,underweight,difference
            """
        ),
        (
            .role(.money),
            """
            £,$,€,cost,costs,paid,pay,spent,spend,price,bought,worth,owe,earned,for lunch,for dinner,for breakfast,
            won,cheap,bill,tip
            """
        ),
        (.role(.of), "of,into,out of my,out of the,out of a"),
        (
            .role(.repetition),
            """
            times,twice,thrice,a couple of times,several times,a few times,each way,both ways,there and back,back to back
            """
        ),
        (.role(.pieces), "lap,laps,length,lengths,rounds,reps,repeats,intervals,sets"),
        (
            .role(.fraction),
            "half,third,thirds,quarter,quarters,fifth,fifths,tenth,tenths,part,most,portion,percent,per cent,%"
        ),
        (.role([.fraction, .of]), "half way through,halfway through,half way into,halfway into,midway through"),
        (
            .role(.earlier),
            """
            started,started at,started off,started out,began,initially,originally,at first,previously,formerly,before that,
            until now
            """
        ),
        (.role(.per), "per,each"),
        (.role(.slash), "/"),
        (.role(.outOf), "out of,of,on a scale of"),
        (.role(.severity), "severity,intensity,pain level,level,strength,rating,rated,rate it"),
        (
            .role(.filler),
            """
            is,was,were,be,been,has been,of,at,in,about,around,roughly,approximately,approx,ca,nearly,almost,exactly,
            only,still,now,just,the,a,an,my,it's,its,it,that's,that,this,me,i,i'm,im,on,on the,for,so,very,rather,quite,
            reads,read,showed,shows,says,said,measured,recorded,came,went,down to,up to,dropped to,rose to,went up to,
            went down to,gone up to,gone down to,climbed to,back to,to,in at,to be,hit,reached,averaged,average,avg,sleeping,resting,waking up,waking,today,
            equals,did,do,got,had,felt,feel,feeling,have,took,a little,bit,a bit,slightly,already,again,even,finally,
            actually,really,here,and,when,while,because,after,with,total,log,add,record,note,please,as,all,during,
            before,too,of about
            """
        ),
        // An unknown word before a verb is taken as a name, so the words that often stand there have to be known.
        (
            .role([]),
            """
            head,legs,leg,body,stomach,arms,throat,eyes,chest,heart,back,muscles,slowly,quickly,easily,easy,yes,ok,
            okay,hi,hello,hey,which,who,woke,treadmill,watch,fitbit,app,there,outside,mostly,once,twice,alone,
            together,day,early,temperature,nose,skin,feet,knee,everything,otherwise,breathing,sleep,mood
            """
        ),
    ]
}
