package bottest

import (
	"os"
	"runtime"
	"slices"
	"strings"

	"koth/bot"
	"koth/game"
)

// checks are the promises of bot.Runtime and bot.Player, in the order in which a reader of a
// broken runtime wants to hear of them.
var checks = []check{
	{"the action arrives", []Behaviour{Answers}, checkAnswers},
	{"a bot remembers within a match", []Behaviour{Counts}, checkCounts},
	{"nothing survives a match", []Behaviour{Marks}, checkMarks},
	{"nothing survives a fault", []Behaviour{Marks, Throws}, checkMarksAfterFault},
	{"seats share nothing", []Behaviour{Marks}, checkSeats},
	{"seats remember apart", []Behaviour{Counts}, checkSeatsCount},
	{"seats can be asked before others answer", []Behaviour{Counts}, checkInterleaved},
	{"a reply stays while others are asked", []Behaviour{Answers, Throws, Nonsense}, checkReplies},
	{"the source counts and not its name", []Behaviour{Answers, Counts}, checkSameName},
	{"the seed is honoured", []Behaviour{Draws}, checkSeed},
	{"draws are counted", []Behaviour{Draws, Answers}, checkDraws},
	{"nonsense is malformed", []Behaviour{Nonsense}, checkNonsense},
	{"huge nonsense is malformed", []Behaviour{Huge}, checkHuge},
	{"throwing is a crash", []Behaviour{Throws}, checkThrows},
	{"the text of a fault is one short line", []Behaviour{ThrowsNovel}, checkNovel},
	{"failing to start is a crash", []Behaviour{FailsStart}, checkFailsStart},
	{"what does not load is a crash", []Behaviour{DoesNotLoad}, checkDoesNotLoad},
	{"a loop times out and the state stays", []Behaviour{LoopsOnce}, checkLoops},
	{"a slow move times out and the state stays", []Behaviour{SlowOnce}, checkSlow},
	{"a start has its own limit", []Behaviour{LoopsOnStart, Answers}, checkStartLimit},
	{"a start is not billed to a move", []Behaviour{SlowStart}, checkSlowStart},
	{"memory is limited", []Behaviour{EatsMemory, Answers}, checkMemory},
	{"debug output is kept by turn", []Behaviour{Talks}, checkTalks},
	{"debug output is kept by seat", []Behaviour{Talks}, checkTalksApart},
	{"debug output is cut in the middle", []Behaviour{TalksMuch}, checkTalksMuch},
	{"opening runs nothing", []Behaviour{FailsStart, Answers}, checkOpen},
	{"a seat can be closed at any time", []Behaviour{Answers, Throws}, checkClose},
	{"a runtime can be closed and made again", []Behaviour{Answers}, checkReopen},
	{"matches leave nothing running", []Behaviour{Answers, Throws}, checkGrowth},
}

func checkAnswers(b *bench) {
	m := b.start(Answers, 1, patient)
	for range 5 {
		m.answersRight()
	}
	if r := m.play(); r.Used < 0 {
		b.Errorf("Used = %v", r.Used)
	}
}

func checkCounts(b *bench) {
	m := b.start(Counts, 1, patient)
	for n := range 5 {
		m.answers(Number(n + 1))
	}
}

// findsMarks plays two turns of a bot that leaves marks. It must find none that it has not left
// itself; those it must find, or the bot does not look.
func findsMarks(b *bench, m *seated) {
	b.Helper()
	if r := m.play(); r.Action != Number(0) {
		b.Errorf("turn 1: %s, want no marks of others", describe(r))
	}
	if r := m.play(); r.Action == Number(0) || r.Fault != nil {
		b.Errorf("turn 2: %s, want some of its own marks", describe(r))
	}
}

func checkMarks(b *bench) {
	for range 3 {
		m := b.start(Marks, 1, patient)
		findsMarks(b, m)
		m.close()
	}
}

func checkMarksAfterFault(b *bench) {
	findsMarks(b, b.start(Marks, 1, patient))
	m := b.start(Throws, 1, patient)
	m.play()
	m.faults(game.FaultCrash, patient.Move)
	m.close()
	findsMarks(b, b.start(Marks, 1, patient))
}

func checkSeats(b *bench) {
	findsMarks(b, b.start(Marks, 1, patient))
	findsMarks(b, b.start(Marks, 2, patient)) // the same bot, with the first still in its seat
}

func checkSeatsCount(b *bench) {
	first, second := b.start(Counts, 1, patient), b.start(Counts, 2, patient)
	for n := range 3 {
		first.answers(Number(n + 1))
		second.answers(Number(n + 1))
	}
	first.answers(4)
}

func checkInterleaved(b *bench) {
	first, second := b.start(Counts, 1, patient), b.start(Counts, 2, patient)
	second.answers(1)
	for n := range 3 {
		first.ask()
		second.ask()
		r1, r2 := first.player.Answer(), second.player.Answer()
		if r1.Action != Number(n+1) || r2.Action != Number(n+2) {
			b.Errorf("%s and %s, want the answers %d and %d", describe(r1), describe(r2), n+1, n+2)
		}
	}
}

func checkReplies(b *bench) {
	first, second, third := b.start(Answers, 1, patient), b.start(Throws, 2, patient), b.start(Nonsense, 3, patient)
	second.play()
	third.play()
	answer, crash := first.play(), second.play()
	third.faults(game.FaultMalformed, patient.Move)
	if want := Want(1, payload(1)); answer.Action != want || answer.Fault != nil {
		b.Errorf("the first reply became %s, want the answer %d", describe(answer), want)
	}
	b.isFault(crash, game.FaultCrash, patient.Move)
	b.saysWhere(Throws, crash.Fault.Text)
}

func checkSameName(b *bench) {
	answers, counts := b.Bot(Answers).Spec, b.Bot(Counts).Spec
	if answers.Source == nil {
		b.Skip("these bots have no source: their path is all there is")
	}
	counts.Name, counts.Path = answers.Name, answers.Path
	for range 2 {
		b.startSpec(answers).answersRight()
		b.startSpec(counts).answers(1)
	}
}

func (b *bench) startSpec(spec bot.Spec) *seated {
	b.Helper()
	m := b.open(spec, 1, 1, patient)
	if r := m.player.Start(); r.Fault != nil {
		b.Fatalf("Start: %s", describe(r))
	}
	return m
}

// drawn plays turns and returns the answers of a bot that draws.
func drawn(b *bench, seed uint32) []Number {
	b.Helper()
	m := b.start(Draws, seed, patient)
	defer m.close()
	var got []Number
	for range 4 {
		r := m.play()
		n, ok := r.Action.(Number)
		if !ok {
			b.Fatalf("turn %d: %s", m.turn, describe(r))
		}
		got = append(got, n)
	}
	return got
}

func checkSeed(b *bench) {
	for _, seed := range []uint32{0, 1, 1, 0x80000000, 0xFFFFFFFF} { // one twice: the same again
		next := b.Random(seed)
		var want []Number
		for turn := 1; turn <= 4; turn++ {
			for range turn - 1 {
				next()
			}
			want = append(want, Number(next()))
		}
		if got := drawn(b, seed); !slices.Equal(got, want) {
			b.Errorf("seed %d: drew %d, want %d", seed, got, want)
		}
	}
	if slices.Equal(drawn(b, 1), drawn(b, 2)) {
		b.Error("seeds 1 and 2 give the same numbers")
	}
}

func checkDraws(b *bench) {
	m := b.start(Draws, 1, patient)
	if b.Uncounted {
		m.play()
		if got := m.player.Draws(); got != -1 {
			b.Errorf("Draws() = %d, want -1 from a runtime that does not know", got)
		}
		return
	}
	want := 0
	for turn := 1; turn <= 4; turn++ {
		m.play()
		want += turn
		if got := m.player.Draws(); got != want {
			b.Errorf("after turn %d: Draws() = %d, want %d", turn, got, want)
		}
	}
	quiet := b.start(Answers, 1, patient)
	quiet.play()
	if got := quiet.player.Draws(); got != 0 {
		b.Errorf("Draws() = %d for a bot that draws nothing", got)
	}
}

func checkNonsense(b *bench) {
	m := b.start(Nonsense, 1, patient)
	m.answersRight()
	m.faults(game.FaultMalformed, patient.Move)
	m.answersRight()
}

func checkHuge(b *bench) {
	m := b.start(Huge, 1, patient)
	m.answersRight()
	m.faults(game.FaultMalformed, patient.Move)
	m.answersRight()
}

// saysWhere checks that a crash quotes the bot and points at the place in its source.
func (b *bench) saysWhere(behaviour Behaviour, text string) {
	b.Helper()
	if !strings.Contains(text, Boom) {
		b.Errorf("fault.Text = %q, want it to say %q", text, Boom)
	}
	b.points(behaviour, text)
}

func (b *bench) points(behaviour Behaviour, text string) {
	b.Helper()
	if where := b.Bot(behaviour).Fails; !strings.Contains(text, where) {
		b.Errorf("fault.Text = %q, want it to point at %s", text, where)
	}
}

func checkThrows(b *bench) {
	m := b.start(Throws, 1, patient)
	m.answers(1)
	b.saysWhere(Throws, m.faults(game.FaultCrash, patient.Move).Fault.Text)
	m.goesOn(3)
}

func checkNovel(b *bench) {
	m := b.start(ThrowsNovel, 1, patient)
	m.answersRight()
	m.faults(game.FaultCrash, patient.Move) // which looks at the text
	m.goesOn(Want(m.turn+1, payload(m.turn+1)))
}

func checkFailsStart(b *bench) {
	r := b.open(b.Bot(FailsStart).Spec, 0, 1, patient).player.Start()
	b.isFault(r, game.FaultCrash, patient.Start)
	b.saysWhere(FailsStart, r.Fault.Text)
}

func checkDoesNotLoad(b *bench) {
	for range 2 { // the second time it may come from a cache
		r := b.open(b.Bot(DoesNotLoad).Spec, 0, 1, patient).player.Start()
		b.isFault(r, game.FaultCrash, patient.Start)
		b.points(DoesNotLoad, r.Fault.Text)
	}
}

func checkLoops(b *bench) { checkTimeout(b, LoopsOnce) }
func checkSlow(b *bench)  { checkTimeout(b, SlowOnce) }

func checkTimeout(b *bench, behaviour Behaviour) {
	m := b.start(behaviour, 1, with(func(l *bot.Limits) { l.Move = ShortMove }))
	m.answers(1)
	m.faults(game.FaultTimeout, ShortMove)
	m.answers(3) // it counted the turn that it lost
	m.answers(4)
}

func checkStartLimit(b *bench) {
	limits := with(func(l *bot.Limits) { l.Start = ShortMove })
	b.isFault(b.open(b.Bot(LoopsOnStart).Spec, 0, 1, limits).player.Start(), game.FaultTimeout, ShortMove)
	b.start(Answers, 1, patient).answersRight()
}

func checkSlowStart(b *bench) {
	m := b.open(b.Bot(SlowStart).Spec, 0, 1, with(func(l *bot.Limits) { l.Move = ShortMove }))
	start := m.player.Start()
	if start.Fault != nil || start.Action != nil || start.Used < ShortMove {
		b.Fatalf("Start: %s, want no action, no fault and more than %v", describe(start), ShortMove)
	}
	m.answersRight()
}

func checkMemory(b *bench) {
	m := b.start(EatsMemory, 1, with(func(l *bot.Limits) { l.Memory, l.Child = 32<<20, 96<<20 }))
	m.answersRight()
	m.faults(game.FaultCrash, patient.Move)
	m.play() // it may be asked again; whether it can still answer is its own business
	m.close()
	b.start(Answers, 1, patient).answersRight()
}

func checkTalks(b *bench) {
	m := b.open(b.Bot(Talks).Spec, 0, 1, patient)
	if got := string(m.player.Start().Debug); got != "starting\n" {
		b.Errorf("Start wrote %q, want %q", got, "starting\n")
	}
	for _, want := range []string{"turn 1\n", "turn 2\n", "turn 3\n"} {
		if got := string(m.play().Debug); got != want {
			b.Errorf("turn %d wrote %q, want %q", m.turn, got, want)
		}
	}
}

func checkTalksApart(b *bench) {
	first, second := b.start(Talks, 1, patient), b.start(Talks, 2, patient)
	second.play()
	r := first.play()
	second.play()
	if got := string(r.Debug); got != "turn 1\n" {
		b.Errorf("what the first wrote became %q, want %q", got, "turn 1\n")
	}
}

func checkTalksMuch(b *bench) {
	const kept = 400
	m := b.start(TalksMuch, 1, with(func(l *bot.Limits) { l.Debug = kept }))
	if got := m.play().Debug; len(got) > 0 {
		b.Errorf("turn 1 wrote %q, want nothing", got)
	}
	got := string(m.play().Debug)
	if !strings.HasPrefix(got, "first\nmore\nmore\n") || !strings.HasSuffix(got, "more\nmore\nlast\n") {
		b.Errorf("turn 2 wrote %q, want its first and last lines", got)
	}
	// What stands between head and tail to say that something was cut is not the bot's.
	if more := strings.Count(got, "more\n") * len("more\n"); more < kept*3/4 || more > kept {
		b.Errorf("turn 2 wrote %q, want about %d bytes of it", got, kept)
	}
	if got := m.play().Debug; len(got) > 0 {
		b.Errorf("turn 3 wrote %q, want nothing", got)
	}
}

func checkOpen(b *bench) {
	for _, behaviour := range []Behaviour{LoopsOnStart, DoesNotLoad, FailsStart} {
		if _, without := b.Without[behaviour]; !without {
			b.open(b.Bot(behaviour).Spec, 0, 1, patient).close() // open fails the test on an error
		}
	}
	b.start(Answers, 1, patient).answersRight()
}

func checkClose(b *bench) {
	b.open(b.Bot(Answers).Spec, 0, 1, patient).close()
	b.start(Answers, 1, patient).close()
	asked := b.start(Answers, 1, patient)
	asked.ask()
	asked.close() // with its answer unheard
	crashed := b.start(Throws, 1, patient)
	crashed.play()
	crashed.play()
	crashed.close()
	stays := b.start(Answers, 1, patient)
	for range 2 {
		stays.answersRight()
		b.start(Answers, 2, patient).close()
	}
}

func checkReopen(b *bench) {
	for range 3 {
		open := b.start(Answers, 1, patient)
		open.answersRight()
		b.runtime.Close()
		open.closed = true // it went with its runtime
		b.runtime = b.New(b)
	}
	b.start(Answers, 1, patient).answersRight()
}

func checkGrowth(b *bench) {
	matches := 60
	if b.Mortal { // each start is one of a process
		matches = 20
	}
	play := func() {
		for range matches {
			m := b.start(Answers, 1, patient)
			m.answersRight()
			m.close()
			m = b.start(Throws, 1, patient)
			m.play()
			m.play()
			m.close()
		}
	}
	play() // whatever is kept for good is there now
	goroutines, threads := runtime.NumGoroutine(), countThreads(b)
	play()
	if now := runtime.NumGoroutine(); now > goroutines {
		b.Errorf("%d goroutines became %d in %d matches", goroutines, now, 2*matches)
	}
	// Go starts threads of its own, but not one a match.
	if now := countThreads(b); now > threads+matches/4 {
		b.Errorf("%d threads became %d in %d matches", threads, now, 2*matches)
	}
}

// countThreads returns the number of threads of this process, or 0 where it cannot be known.
func countThreads(b *bench) int {
	if runtime.GOOS != "linux" {
		b.Logf("threads are not counted on %s", runtime.GOOS)
		return 0
	}
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		b.Fatal(err)
	}
	return len(tasks)
}
