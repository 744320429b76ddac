// SPDX-License-Identifier: Apache-2.0
// Table: the words of generated passphrases.

/// 2048 words, so that each random one adds 11 bits.
///
/// They are words of 4 to 7 letters of Webster's Second International Dictionary, whose copyright of
/// 1934 has expired (web2 of Debian's package miscfiles), and among these the ones that are most
/// common in the documentation of Debian's packages, without names, inflected forms and rude words.
enum WordList {
    static let text: StaticString = """
        ability able aborted about above absence absent accent accept access accord account \
        achieve acquire acronym across acting action active actual adapt adapter added address \
        adhere adjust adopt advance advice advise affect affine after again against agency \
        agent aging agree ahead akin alarm albeit alert algebra alias align alike alive allow \
        almost alone along already also alter amend among amongst amount analogy analyse \
        analyze anchor ancient angle angular anon another answer anybody anyhow anyone anyway \
        apart appear appease append apple applied apply arch archaic arches archive area arise \
        armor around arrange array arrival arrive arrow article ascii aside aspect assert \
        assign assist assume assure atom atomic attach attack attempt audio audit augment \
        author auto average avoid await aware away awful awkward back backlog backup badly \
        bail balance ball band banner barely barrier base bash basic basis batch bear because \
        become been before begin begun behalf behave behind being believe bell belong below \
        beneath benefit benign best better between beware beyond bias bigger biggest billion \
        binary bind bison bitwise bizarre black blank bless blindly blink bloat blob block \
        blow blue blurb board body bogus bold bonus book bool boost boot border both bother \
        bottom bound brace bracket brain branch brand breach break bridge brief briefly bright \
        bring broke broken brought brown browse browser brute bubble bucket buffer buggy build \
        builder built bulk bullet bump bunch bundle burden buster busy button bypass cache \
        call caller cancel cannot canvas capable capital capped caption capture card care \
        careful caret carp carried cascade case cast catch cater caught cause caution caveat \
        cease cell center central century certain chain chance change channel chapter char \
        charge chart cheap check checker child chip choice choke choose chop chose chosen \
        chunk cipher circle circuit claim clamp clang clarify clarity clash class classes \
        classic clause clean cleaner cleanly cleanup clear clearer clearly clever click client \
        clip clipped clobber clock clone close closely closer closure cloud cluster clutter \
        code coexist collect collide colon color column combine come comma command comment \
        commit common compact company compare compile complex comply compose compute concept \
        concern concise confess confirm conform confuse connect consent consist console \
        consult consume contact contain content context contour control convert convex convey \
        cope copied copy core corner correct corrupt cosine cost costly coth could count \
        counter country couple course court cover crash crazy create creator credit croak \
        cross crucial crude crypt cryptic cube cubic curious curl curly current cursor curve \
        custom cutoff cutting cyan cycle cyclic daemon daily damage dance danger dark dash \
        data date days deal dealt decade decay decent decide decimal declare decode deduce \
        deep deeply default defect defend defer define deflate defunct degrade degree delay \
        delete delimit deliver demand denial denote dense density deny depend depth derive \
        descend descent design desire despite destroy detach detail detect develop device \
        diagram dialect differ digest digit digital direct dirty disable discard discuss disk \
        display dispose disrupt ditto divert divide divisor does doing dollar domain done door \
        dotted double doubly doubt down dozen draft drag drain draw drawn drift drive driven \
        driver drop dual dubious dummy dump during duty dwarf dynamic each eager eagerly early \
        ease easier easiest easily easy eats echo edge edit edition editor effect effort eight \
        eighth either elegant element elide else embed emit employ empty emulate enable \
        enclose encode encrypt ended ending endless endorse energy enforce engine enhance \
        enough ensure enter entire entity entropy entry environ equal equally erase erratum \
        error escape even evenly event ever every exact exactly examine example exceed except \
        excess exclude execute exhaust exhibit exist exit exotic expand expect expense expert \
        expire expiry explain exploit explore export expose express extant extend extent \
        extern extra extract extreme face facet fact factor factory fail failure fair fairly \
        fake fall false falsely family fancy fashion fast faster fatal fault faulty favor fear \
        feature feed feel fence fetch field fifth figure file fill filler filter final finally \
        find finder fine finer finish finite fire first fitness fitting five fixed fixing \
        fixture flag flaky flash flat flatten flavor flavour flaw flex flip float flock floor \
        floppy flow flush focal focus fold folder follow font foot footer forbid force foreign \
        forever forget forgot fork form formal format former formula forth forum forward found \
        foundry four fourth fragile frame free freedom freely freeze fresh freshly friend from \
        front frozen fudge fulfill full fully funky funny further future fuzz gain game \
        garbage gateway gather gave general generic getter getting give given global glue \
        glyph gnat goal goes going gone good gotten govern grab grammar grant graph graphic \
        grave gray great greater greatly greedy green grey grid ground group grow grown growth \
        guard guess guest guide guile hack hacky half halfway halt hand handful handle handler \
        handy hanging happen happily happy hard harder hardly harmful harness hash hassle \
        hatch hate have head header health heap hear heart heavily heavy height hello help \
        helper helpful hence here hereby herein hereof hidden hide high higher highest highly \
        hint history hold holder hole home honor hood hook hope host hostile hour however huge \
        human hundred hung hunk hybrid hyphen icon idea ideal ideally idiom idle ignore \
        illegal image imagine immune impact imply import impose improve include indeed indent \
        index indices induce inexact infer infix inform inherit inhibit initial inject inner \
        input insert inside insight insist inspect install instead intact integer intend \
        intent interim into invalid inverse invert invoke involve isolate issue issuer italics \
        item iter iterate itself join joint journal jump junk just justify keep kept kernel \
        keyed killer kind know known label lack laid land large largely last late latency \
        latent later latest latex latter launch layer layout lazily lazy leader leading leaf \
        leak leakage lean leap learn least leave left legacy legal legally legend length \
        lengthy lenient less lesser letter level lexical liable liberal library license lieu \
        life lift light lighter like likely limit line linear link linkage linker lint list \
        listen literal little live load loader local locale locally locate locator lock logged \
        logger logging logic logical login logos lone long longer look loop loose loosely \
        loosen lose loss lost lots love lower luck lucky lying lynx machine macro made magic \
        magical mail mailbox main mainly major make manage manager mangle manner manual many \
        margin marked marker marking markup marshal mask massive match matcher math matrix \
        matter mature maximal maximum maybe mean meant measure meat medium meet member memo \
        memory mention menu mere merely merge mesh mess message messy meta meter method metric \
        micro middle might migrate million mimic mind mine minimal minimum minor minus minute \
        mirror miss mistake misuse mixed mixture mock modal mode model modify modular module \
        modulo modulus moment monitor month moral more most mostly motion mount mouse move \
        much must mutable mutate mutual myself naive name namely narrow nasty native natural \
        nature nearby nearest nearly need negate neither neon nest network neutral never newly \
        news next nicely nine nobody node noise noisy nominal nonce none nonzero norm normal \
        notable notably note nothing notice notify notion null number numeral obey object \
        obscure observe obtain obvious occupy occur octet offer office offset often older omit \
        once ongoing only onto onward opaque open opener operand operate opinion optimal \
        option order ordinal origin orphan other ought ours ourself outcome outer outline \
        output outside over overall overlap overlay overly overrun owner pacify pack package \
        packet padding page pager pain painful paint pair palette panel panic paper paren \
        parent parity parse parser part partial partly party pass passive past paste patch \
        patent path pattern pause peak peek peel peer penalty people percent perfect perform \
        perhaps period permit permute persist person pertain phase phone phony phrase physics \
        pick pickle picky picture piece ping pinned pinning pipe pivot place plain plainly \
        plan plane play player please plot plug plugged plural plus point pointer polar policy \
        polled polling pollute polygon pool poor poorly popular port portion post postal \
        postfix power precede precise predict prefer prefix prepare present preset press \
        presume pretend pretty prevent preview price primary prime print printer prior privacy \
        private probe problem proceed process produce product prof profile prog program \
        project promise promote prompt prone proof proper propose protect proto prove proven \
        provide provoke proxy prune pseudo public publish pull punt pure purely purge purpose \
        push quad qualify quality quantum quarter query queue quick quickly quiet quieter \
        quietly quilt quirk quit quite quota quote race racy radial radical radio radius radix \
        raise rand random range rank rapid rapidly rare rarely raster rate rather ratio reach \
        react read reader readily ready real reality realize really realm reason rebase \
        rebuild rebuilt recall recast receipt receive recent recipe reclaim recode record \
        recover rect recurse redo redraw reduce refer refine reflect refrain refresh refuse \
        regard region regular reject relate relax release reload rely remain remap remark \
        remedy remind remote removal remove rename render reopen reorder repack repair repeat \
        replace replay reply report request require rerun reserve reset reshape reside residue \
        resize resolve resort respect respond rest restart restore result resume retain retry \
        return reuse revamp reveal reverse revert review revise revisit revoke rewind reword \
        rework rewrite rich right ring risk risky robust rogue role roll room root rotate \
        rough roughly round route routine royalty rule runaway runner running safe safely \
        safety said sake sale salt same sample sandbox sane sanely sanity satisfy save saver \
        saying scalar scale scan scanner scary schema scheme scope score scratch screen script \
        scroll search second secret section sector secure seed seeing seek seem seen segment \
        select self sell send sender sense sent serial series serious serve server service \
        session setter setup seven several severe shadow shall shallow shaped share sharp \
        shebang sheet shell shift shim ship shipped short shorten shorter shortly shot should \
        show shown shrink shrunk shuffle shut sibling side sign signal signify silence silent \
        silly similar simple simpler simply since sine sing single sinh sink site sitting size \
        skew skip slack slant slash sleep slice slight slope sloppy slot slow slowly small \
        smaller smart smoke smooth snippet sock socket soft sold sole solely solid solve \
        solver some somehow someone soon sooner sorry sort sought sound source space span \
        spare sparse spatial spawn speak spec special specify speed spell spend spent sphinx \
        spin spirit spit spite splice spline split spoken spot spotted spread square squash \
        squeeze stable stack stage stale stamp stand stanza start stash stated static status \
        stay steal stem step stick sticky still stock stolen stop stopped storage store story \
        strange stray stream stress stretch strict stride string strip strong stub stuck \
        studio study stuff style subject submit subset subtle subtly subtype succeed success \
        such suffice suffix sugar suggest suit suite summary summed summer super supply \
        support suppose sure surface surplus survive suspect suspend swallow swap switch \
        symbol symptom sync synonym syntax system table tabular tack tagged tail taint take \
        taken talk tangent target task teach team tear tell temp tend tensor term ternary \
        terse test text textual than thank that their them theme then theorem theory there \
        thereby therein thereof these they thin thing think third this those though thought \
        thread three threw through throw thrown thumb thus tick ticket tidy tied tight tighten \
        tightly tilde tile till time timely timer tiny title today toggle token told took tool \
        topic topmost torn tort total totally touch toward trace tracer track tracker trade \
        traffic trailer trap trapped trash treat treaty tree trial trick tricky tried trigger \
        trim trip triple triplet trivial trouble true truly trunk trust truth trying tune \
        tunnel turn tweak twice type typeset typical typo unable unary unaware unblock unbound \
        unclean unclear under undo undone unequal unfair unhappy unified uniform unify union \
        unique unit unity unknown unless unlike unlink unload unlock unmount unnamed unpack \
        unquote unread unroll unsafe unset unsure until unusual unwind unwrap update upgrade \
        upon upper upward urgency usable usage used useful useless user usual usually utility \
        utilize vague valid value variant variety various vary vast vector vendor venture verb \
        verbose verify version versus vertex very viable vice video view viewer violate \
        virtual visible visit visual void volume wait wake walk wall want warn warp waste \
        watch ways weak weakly week weekday weight weird welcome well went were what wheel \
        when whence where whereas whereby wherein whether which while whilst white whoever \
        whole wholly whom whose wide widely width wild willing window wine wipe wire wise wish \
        with within without wonder word work worker world worry worse worst worth would wrap \
        wrapped wrapper write writer written wrong wrongly wrote year yellow yield your zero \
        zombie zone zoom
        """
}
