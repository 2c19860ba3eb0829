//go:build cgo && v8

#include "shim.h"

#include <libplatform/libplatform.h>
#include <node_version.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <v8.h>

#include <algorithm>
#include <memory>
#include <string>

#include "heap.h"
#include "rawcheck.h"
#include "watchdog.h"

using namespace v8;
using koth::die;

namespace {

constexpr int64_t kFirstBytes = 16 << 10;     // of the block shared with the prelude
constexpr int64_t kResetLimit = 1000000000;   // ns for what is done between matches

std::unique_ptr<Platform> platform_;

void start_v8() {
	// Repeatable runs: no seeds of V8's own. One thread beside ours compiles; collections of a bot's
	// young objects, of which next to nothing survives, are done before it could wake up.
	V8::SetFlagsFromString("--random-seed=1 --hash-seed=1 --no-parallel-scavenge");
	platform_ = platform::NewDefaultPlatform(1);
	V8::InitializePlatform(platform_.get());
	V8::Initialize();
}

} // namespace

struct koth_engine {
	pthread_t thread = pthread_self();
	koth::Watchdog watchdog;
	koth::Layout layout;
	koth::Heaps heaps;
};

namespace {

struct Realm : koth_realm {
	koth_engine *engine;
	koth::Heap *heap;
	Isolate *isolate; // the heap's
	std::string path;
	bool spoiled = false;   // memory ran out once: nobody knows what that has left behind
	bool cut_short = false; // a call of this match was broken off, so that jobs may be waiting
	bool played = false;    // start was called since the last reset
	bool constant = false;  // bot is the bot, not a function that returns it
	int script = 0;         // the id of the bot's script

	// What its promises have scheduled: in the isolate's own queue, jobs that wait when a call is
	// broken off would run within the time of the next bot of the heap.
	std::unique_ptr<MicrotaskQueue> jobs;
	Global<Context> context;
	Global<Function> attach, seal, freeze, start, reset, sweep, restore; // of realm.js
	Global<Function> prelude, bot;                                 // the compiled sources
	Global<Function> turn;                                         // of this match
	koth::Record record;

	void check_thread() const {
		if (!pthread_equal(engine->thread, pthread_self())) die("used from another thread than the one it was started on", "koth");
	}
};

// Entered is a realm's isolate, in use for one call from outside. The context is entered by
// whatever is called.
struct Entered {
	explicit Entered(Realm *r) : isolate(enter(r)), handles(isolate) {}
	Isolate *isolate;
	HandleScope handles;

private:
	static Isolate *enter(Realm *r) {
		r->check_thread();
		r->engine->heaps.enter(r->heap);
		r->heap->runs(&r->path);
		return r->isolate;
	}
};

Local<String> text(Isolate *isolate, const char *s, int64_t len) {
	Local<String> result;
	if (!String::NewFromUtf8(isolate, s, NewStringType::kNormal, static_cast<int>(len)).ToLocal(&result)) return String::Empty(isolate);
	return result;
}

// copy_text copies at most size-1 bytes and ends them with a zero.
void copy_text(Isolate *isolate, Local<Value> value, char *to, size_t size) {
	to[0] = 0;
	if (value.IsEmpty() || !value->IsString()) return;
	Local<String> s = value.As<String>();
	const int n = s->WriteUtf8(isolate, to, static_cast<int>(size) - 1, nullptr, String::NO_NULL_TERMINATION | String::REPLACE_INVALID_UTF8);
	to[n] = 0;
}

// describe puts an error's text and its place in the bot's file into the realm. It runs none of
// the bot's code: the message is V8's own.
void describe(Realm *r, Local<Context> context, Local<Message> message) {
	r->line = r->column = 0;
	r->text[0] = 0;
	if (message.IsEmpty()) return;
	Context::Scope scope(context);
	copy_text(r->isolate, message->Get(), r->text, sizeof r->text);
	if (message->GetScriptOrigin().ScriptId() == r->script) {
		r->line = message->GetLineNumber(context).FromMaybe(0);
		r->column = message->GetStartColumn(context).FromMaybe(0) + 1;
		return;
	}
	Local<StackTrace> trace = message->GetStackTrace(); // thrown in the prelude, called by the bot
	for (int i = 0; !trace.IsEmpty() && i < trace->GetFrameCount(); i++) {
		Local<StackFrame> frame = trace->GetFrame(r->isolate, i);
		if (frame->GetScriptId() == r->script) {
			r->line = frame->GetLineNumber();
			r->column = frame->GetColumn();
			return;
		}
	}
}

// ran_out tells that memory ran out in what was just done; the realm cannot be used for another match.
bool ran_out(Realm *r) {
	if (!r->heap->full()) return false;
	r->status = r->heap->shared() ? KOTH_CROWDED : KOTH_MEMORY;
	r->spoiled = true;
	r->heap->forgive();
	if (r->heap->shared()) r->heap->close();
	return true;
}

// settle turns what a call left behind into a status. If it must be broken off, the bot's state
// is kept.
void settle(Realm *r, const TryCatch &caught, koth::Watchdog::Verdict verdict) {
	r->used_ns = verdict.used;
	const bool full = ran_out(r);
	if (!full && verdict.late) {
		r->status = KOTH_TIMEOUT;
	} else if (!full) {
		r->status = KOTH_CRASH;
		describe(r, r->context.Get(r->isolate), caught.Message());
		return;
	}
	r->cut_short = true;
}

// run_jobs runs what promises have scheduled, which a page does after a call that threw, too.
void run_jobs(Realm *r) {
	if (!r->isolate->IsExecutionTerminating()) r->jobs->PerformCheckpoint(r->isolate);
}

// ---- what realm.js gets

Realm *realm_of(const FunctionCallbackInfo<Value> &info) { return static_cast<Realm *>(info.Data().As<External>()->Value()); }

Local<ArrayBuffer> share(Realm *r, uint8_t *data, int64_t size) {
	auto store = ArrayBuffer::NewBackingStore(data, size, [](void *p, size_t, void *) { free(p); }, nullptr);
	return ArrayBuffer::New(r->isolate, std::move(store));
}

// grow replaces the shared bytes; the old ones live as long as a script holds them.
Local<ArrayBuffer> grow(Realm *r, int64_t bytes) {
	const int64_t size = (std::max(bytes, 2 * r->capacity) + 7) / 8 * 8;
	uint8_t *data = static_cast<uint8_t *>(calloc(1, size));
	if (!data) die("out of memory", "shared bytes");
	if (r->data) memcpy(data, r->data, r->capacity);
	r->data = data;
	r->capacity = size;
	return share(r, data, size);
}

void native_grow(const FunctionCallbackInfo<Value> &info) {
	Realm *r = realm_of(info);
	info.GetReturnValue().Set(grow(r, static_cast<int64_t>(info[0].As<Number>()->Value())));
}

constexpr int kCrashLength = 28, kCrashText = 512, kNoteSize = 384; // control.go

void native_crash(const FunctionCallbackInfo<Value> &info) {
	Realm *r = realm_of(info);
	describe(r, r->isolate->GetCurrentContext(), Exception::CreateMessage(r->isolate, info[0]));
	char note[sizeof r->text + 300];
	const char *what = strncmp(r->text, "Uncaught ", 9) ? r->text : r->text + 9;
	int n = r->line ? snprintf(note, sizeof note, "%.200s (%.100s:%d:%d)", what, r->path.c_str(), r->line, r->column)
	                : snprintf(note, sizeof note, "%.200s (%.100s)", what, r->path.c_str());
	n = std::min(n, kNoteSize);
	memcpy(r->control + kCrashText, note, n);
	memcpy(r->control + kCrashLength, &n, sizeof(int32_t));
}

void native_length(const FunctionCallbackInfo<Value> &info) {
	info.GetReturnValue().Set(info[0]->IsArray() ? static_cast<double>(info[0].As<Array>()->Length()) : -1.0);
}

// ---- making a realm

// evaluate runs an expression in strict mode.
MaybeLocal<Value> evaluate(Local<Context> context, const std::string &source, const char *name) {
	Isolate *isolate = context->GetIsolate();
	ScriptOrigin origin(isolate, String::NewFromUtf8(isolate, name).ToLocalChecked());
	Local<Script> script;
	const std::string strict = "'use strict';(" + source + "\n)";
	if (!Script::Compile(context, text(isolate, strict.data(), strict.size()), &origin).ToLocal(&script)) return {};
	return script->Run(context);
}

Local<Value> get(Local<Context> context, Local<Value> object, const char *name) {
	return object.As<Object>()->Get(context, String::NewFromUtf8(context->GetIsolate(), name).ToLocalChecked()).ToLocalChecked();
}

// prepare evaluates realm.js and the prelude.
bool prepare(Realm *r, Local<Context> context, const std::string &script, const std::string &prelude, int64_t control) {
	Isolate *isolate = r->isolate;
	Local<Value> make, value;
	if (!evaluate(context, script, "realm.js").ToLocal(&make)) return false;
	Local<Object> native = Object::New(isolate);
	Local<External> self = External::New(isolate, r);
	auto set = [&](const char *name, Local<Value> v) { native->Set(context, String::NewFromUtf8(isolate, name).ToLocalChecked(), v).Check(); };
	r->control = static_cast<uint8_t *>(calloc(1, control));
	set("control", share(r, r->control, control));
	set("grow", Function::New(context, native_grow, self).ToLocalChecked());
	set("crash", Function::New(context, native_crash, self).ToLocalChecked());
	set("length", Function::New(context, native_length, self).ToLocalChecked());
	Local<Value> arguments[] = {native};
	if (!make.As<Function>()->Call(context, Undefined(isolate), 1, arguments).ToLocal(&value)) return false;
	r->attach.Reset(isolate, get(context, value, "attach").As<Function>());
	r->seal.Reset(isolate, get(context, value, "seal").As<Function>());
	r->start.Reset(isolate, get(context, value, "start").As<Function>());
	r->reset.Reset(isolate, get(context, value, "reset").As<Function>());
	r->sweep.Reset(isolate, get(context, value, "sweep").As<Function>());
	r->restore.Reset(isolate, get(context, value, "restore").As<Function>());
	r->freeze.Reset(isolate, get(context, value, "freeze").As<Function>());

	arguments[0] = grow(r, kFirstBytes);
	if (r->attach.Get(isolate)->Call(context, Undefined(isolate), 1, arguments).IsEmpty()) return false;
	if (!evaluate(context, prelude, "prelude").ToLocal(&value)) return false;
	if (!value->IsFunction()) {
		isolate->ThrowException(text(isolate, "the prelude is no function", -1));
		return false;
	}
	r->prelude.Reset(isolate, value.As<Function>());
	return true;
}

// evaluate_constant makes the bot that a body seems to consist of. It returns false if the body may
// have done anything else. It has not if what it made was read from all of the text: a part of a text
// is never the whole, and a whole text that is a function is nothing else.
bool evaluate_constant(Realm *r, Local<Context> context, const std::string &function) {
	Isolate *isolate = r->isolate;
	Local<Value> bot;
	r->engine->watchdog.arm(isolate, r->limit_ns, r->clock);
	const bool ok = r->bot.Get(isolate)->Call(context, Undefined(isolate), 0, nullptr).ToLocal(&bot);
	if (r->engine->watchdog.disarm().late || !ok || !bot->IsFunction()) return false;
	Local<String> read;
	if (!bot.As<Function>()->FunctionProtoToString(context).ToLocal(&read) || read->Utf8Length(isolate) != static_cast<int>(function.size())) return false;
	std::string bytes(function.size(), 0);
	read->WriteUtf8(isolate, bytes.data(), static_cast<int>(bytes.size()), nullptr, String::NO_NULL_TERMINATION);
	if (bytes != function) return false;
	r->bot.Reset(isolate, bot.As<Function>());
	return true;
}

// guard records the realm as it is before the bot's first match.
bool guard(Realm *r, Local<Context> context) {
	Isolate *isolate = r->isolate;
	Local<Value> bot = r->bot.Get(isolate), value;
	if (r->constant) {
		bot = r->bot.Get(isolate);
	} else if (!r->freeze.Get(isolate)->Call(context, Undefined(isolate), 1, &bot).ToLocal(&value)) {
		return false;
	}
	Local<Value> roots[] = {r->prelude.Get(isolate), bot};
	Local<Value> arguments[] = {Array::New(isolate, roots, 2)};
	if (!r->seal.Get(isolate)->Call(context, Undefined(isolate), 1, arguments).ToLocal(&value)) return false;
	if (const char *bad = koth::hidden_state(context, value.As<Array>())) {
		isolate->ThrowException(text(isolate, bad, -1));
		return false;
	}
	r->record.begin(context, r->engine->layout, value.As<Array>());
	return true;
}

} // namespace

extern "C" {

const char *koth_v8_version(void) { return V8::GetVersion(); }
int koth_node_abi(void) { return NODE_MODULE_VERSION; }

koth_engine *koth_engine_new(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, start_v8);
	return new koth_engine;
}

void koth_engine_free(koth_engine *e) { delete e; }
int koth_engine_fast(koth_engine *e) { return e->layout.known(); }

koth_realm *koth_realm_new(koth_engine *engine, const char *script, int64_t script_len, const char *prelude, int64_t prelude_len,
	const char *path, int64_t path_len, int64_t memory, int shared, int64_t control, char *error) {
	Realm *r = new Realm();
	r->engine = engine;
	r->check_thread();
	r->path.assign(path, path_len);
	r->heap = engine->heaps.get(memory, shared);
	r->isolate = r->heap->isolate();
	r->closed = r->heap->closed_flag();
	bool ok;
	{
		Entered entered(r);
		r->jobs = MicrotaskQueue::New(r->isolate, MicrotasksPolicy::kExplicit);
		Local<Context> context = Context::New(r->isolate, nullptr, {}, {}, {}, r->jobs.get());
		Context::Scope scope(context);
		r->context.Reset(r->isolate, context);
		TryCatch caught(r->isolate);
		ok = prepare(r, context, std::string(script, script_len), std::string(prelude, prelude_len), control);
		if (!ok) copy_text(r->isolate, caught.Message().IsEmpty() ? Local<Value>() : caught.Message()->Get().As<Value>(), error, 512);
	}
	if (ok) return r;
	koth_realm_free(r);
	return nullptr;
}

void koth_realm_free(koth_realm *realm) {
	Realm *r = static_cast<Realm *>(realm);
	{
		Entered in(r);
		for (Global<Function> *f : {&r->attach, &r->seal, &r->freeze, &r->start, &r->reset, &r->sweep, &r->restore, &r->prelude, &r->bot, &r->turn}) f->Reset();
		r->record.clear();
		r->context.Reset();
	}
	r->heap->runs(nullptr);
	r->engine->heaps.leave(r->heap, platform_.get());
	delete r;
}

int64_t koth_clock(int32_t clock) { return koth::clock_ns(clock == KOTH_WALL ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID); }

int koth_load(koth_realm *realm, const char *body, int64_t len, int32_t columns, const char *function, int64_t function_len) {
	Realm *r = static_cast<Realm *>(realm);
	Entered in(r);
	Local<Context> context = r->context.Get(in.isolate);
	Context::Scope scope(context);
	TryCatch caught(in.isolate);
	ScriptOrigin origin(in.isolate, text(in.isolate, r->path.data(), r->path.size()), 0, -columns);
	ScriptCompiler::Source source(text(in.isolate, body, len), origin);
	Local<Function> bot;
	if (!ScriptCompiler::CompileFunction(context, &source).ToLocal(&bot)) {
		r->status = KOTH_CRASH;
		r->line = r->column = 0;
		if (ran_out(r)) return KOTH_FAILED;
		copy_text(in.isolate, caught.Message()->Get(), r->text, sizeof r->text);
		r->line = caught.Message()->GetLineNumber(context).FromMaybe(0);
		r->column = caught.Message()->GetStartColumn(context).FromMaybe(0) + 1;
		return KOTH_FAILED;
	}
	r->script = bot->ScriptId();
	r->bot.Reset(in.isolate, bot);
	r->constant = function_len > 0;
	if (r->constant && !evaluate_constant(r, context, std::string(function, function_len)) && !r->heap->full()) return KOTH_MORE;
	const bool guarded = !r->heap->full() && guard(r, context);
	if (ran_out(r)) return KOTH_FAILED;
	if (guarded) return KOTH_LOADED;
	describe(r, context, caught.Message());
	r->status = KOTH_CRASH;
	return KOTH_FAILED;
}

int koth_has_global(koth_realm *realm, const char *name, int64_t len) {
	Realm *r = static_cast<Realm *>(realm);
	Entered in(r);
	Local<Context> context = r->context.Get(in.isolate);
	Context::Scope scope(context);
	return context->Global()->Has(context, text(in.isolate, name, len)).FromMaybe(true);
}

void koth_start(koth_realm *realm) {
	Realm *r = static_cast<Realm *>(realm);
	Entered in(r);
	Local<Context> context = r->context.Get(in.isolate);
	TryCatch caught(in.isolate);
	r->played = true;
	r->status = KOTH_OK;
	Local<Value> arguments[] = {r->prelude.Get(in.isolate), r->bot.Get(in.isolate), Boolean::New(in.isolate, r->constant)}, turn;
	r->engine->watchdog.arm(in.isolate, r->limit_ns, r->clock);
	const bool ok = r->start.Get(in.isolate)->Call(context, Undefined(in.isolate), 3, arguments).ToLocal(&turn);
	run_jobs(r);
	const auto verdict = r->engine->watchdog.disarm();
	r->used_ns = verdict.used;
	if (!ok || verdict.late || r->heap->full()) {
		settle(r, caught, verdict);
		return;
	}
	r->turn.Reset(in.isolate, turn.As<Function>());
}

void koth_turn(uintptr_t realm) {
	Realm *r = static_cast<Realm *>(reinterpret_cast<koth_realm *>(realm));
	Entered in(r);
	Local<Context> context = r->context.Get(in.isolate);
	TryCatch caught(in.isolate);
	r->status = KOTH_OK;
	Local<Value> length;
	r->engine->watchdog.arm(in.isolate, r->limit_ns, r->clock);
	const bool ok = r->turn.Get(in.isolate)->Call(context, Undefined(in.isolate), 0, nullptr).ToLocal(&length);
	run_jobs(r);
	const auto verdict = r->engine->watchdog.disarm();
	r->used_ns = verdict.used;
	if (!ok || verdict.late || r->heap->full()) {
		settle(r, caught, verdict);
		return;
	}
	r->answer = length->IsNumber() ? static_cast<int64_t>(length.As<Number>()->Value()) : -1;
	if (r->answer < 0 || r->answer > r->capacity) r->status = KOTH_MALFORMED;
}

void koth_grow(koth_realm *realm, int64_t bytes) {
	Realm *r = static_cast<Realm *>(realm);
	Entered in(r);
	Local<Context> context = r->context.Get(in.isolate);
	Context::Scope scope(context);
	Local<Value> arguments[] = {grow(r, bytes)};
	r->attach.Get(in.isolate)->Call(context, Undefined(in.isolate), 1, arguments).ToLocalChecked();
}

int koth_reset(koth_realm *realm) {
	Realm *r = static_cast<Realm *>(realm);
	if (r->spoiled) return 0;
	if (!r->played) return 1;
	Entered in(r);
	Local<Context> context = r->context.Get(in.isolate);
	Context::Scope scope(context);
	if (r->cut_short) { // drops the jobs that wait, and runs none
		in.isolate->TerminateExecution();
		r->jobs->PerformCheckpoint(in.isolate);
		in.isolate->CancelTerminateExecution();
	}
	r->turn.Reset();
	r->played = r->cut_short = false;
	TryCatch caught(in.isolate);
	auto call = [&](Global<Function> &f) {
		Local<Value> value;
		return f.Get(in.isolate)->Call(context, Undefined(in.isolate), 0, nullptr).ToLocal(&value) && !value->IsFalse();
	};
	// A bot can leave a million names behind.
	r->engine->watchdog.arm(in.isolate, kResetLimit, KOTH_AUTO);
	bool clean = call(r->reset), repaired = false;
	if (clean && !r->record.same(context)) {
		clean = r->record.globals_changed(context) && call(r->sweep) && r->record.same(context);
		if (!clean) {
			Local<Value> done;
			clean = r->restore.Get(in.isolate)->Call(context, Undefined(in.isolate), 0, nullptr).ToLocal(&done) && done->IsNumber();
			repaired = clean && done.As<Number>()->Value() > 0;
			if (clean) r->record.renew(context);
		}
	}
	if (r->engine->watchdog.disarm().late || r->heap->full()) clean = false;
	platform::PumpMessageLoop(platform_.get(), in.isolate);
	if (clean && r->heap->tidy() && !(repaired && r->heap->shared())) return 1;
	if (r->heap->shared()) r->heap->close(); // for the others that are in it
	return 0;
}

} // extern "C"
