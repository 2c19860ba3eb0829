//go:build cgo && v8

#include "rawcheck.h"

#include <string.h>

#include <algorithm>
#include <memory>
#include <string>

using namespace v8;

namespace koth {

namespace {

using Word = uintptr_t;

// ---- V8 10.2 on 64 bits without compressed pointers. A heap object's address has its lowest bit
// set, a small integer has it clear and its value in the upper half.

constexpr char kVersion[] = "10.2.";
constexpr int kMap = 0;                 // of any heap object
constexpr int kMapSizeInWords = 8;      // of a map: one byte
constexpr int kMapType = 12;            // of a map: two bytes
constexpr int kProperties = 8;          // of an object
constexpr int kElements = 16;           // of an object
constexpr int kFields = 24;             // of an object: the first of its own words
constexpr int kFunctionPrototype = 56;  // of a function: the first word that can change
constexpr int kLength = 8;              // of an array
constexpr int kFirst = 16;              // of an array: its first element
constexpr Word kPropertyLength = 0x3ff; // of a property array's length word, which also has a hash
constexpr int kDictionaryCount = 16;    // of a dictionary: how many entries are in use
constexpr int kCellDetails = 16;        // of a global property's cell: its flags
constexpr int kCellValue = 24;          // of a global property's cell
constexpr int kNumberBits = 8;          // of a number

Word load(Word object, int offset) {
	Word w;
	memcpy(&w, reinterpret_cast<const char *>(object - 1 + offset), sizeof w);
	return w;
}
bool is_pointer(Word w) { return w & 1; }
Word small(Word w) { return w >> 32; }
uint16_t type_of(Word object) {
	uint16_t t;
	memcpy(&t, reinterpret_cast<const char *>(load(object, kMap) - 1 + kMapType), sizeof t);
	return t;
}
int size_of(Word object) { return *reinterpret_cast<const uint8_t *>(load(object, kMap) - 1 + kMapSizeInWords) * 8; }
const Word *elements_of(Word array) { return reinterpret_cast<const Word *>(load(array, kElements) - 1 + kFirst); }

// The word behind a handle, and a handle for a word.
template <class T> Word word(Local<T> handle) {
	Word *slot;
	memcpy(&slot, &handle, sizeof slot);
	return *slot;
}
Local<Value> handle(Isolate *isolate, Word w) {
	Word *slot = &w;
	Local<Value> local;
	memcpy(static_cast<void *>(&local), &slot, sizeof slot);
	return Local<Value>::New(isolate, local);
}

Local<Value> evaluate(Local<Context> context, const char *source) {
	Isolate *isolate = context->GetIsolate();
	return Script::Compile(context, String::NewFromUtf8(isolate, source).ToLocalChecked()).ToLocalChecked()->Run(context).ToLocalChecked();
}

// Changes that the check must see: pairs of a change and how to undo it, then some without.
constexpr char kChanges[] = R"js((function () {
	const define = Object.defineProperty, getter = (o, k) => Object.getOwnPropertyDescriptor(o, k).get;
	const iterator = Object.getPrototypeOf([].values()), next = iterator.next, { parseInt, isNaN, isFinite } = globalThis;
	const { map } = Array.prototype, { has } = Map.prototype, flags = getter(RegExp.prototype, 'flags'), key = Symbol();
	return [
		[() => { globalThis.parseInt = 1 }, () => { globalThis.parseInt = parseInt }],
		[() => { delete globalThis.isFinite; globalThis.other = 1 }, () => { delete globalThis.other; define(globalThis, 'isFinite', { value: isFinite, writable: true, configurable: true, enumerable: false }) }],
		[() => { define(globalThis, 'isNaN', { enumerable: true }) }, () => { define(globalThis, 'isNaN', { enumerable: false }) }],
		[() => { globalThis.added = 1 }, () => { delete globalThis.added }],
		[() => { globalThis[7] = 1 }, () => { delete globalThis[7] }],
		[() => { Array.prototype.map = has }, () => { Array.prototype.map = map }],
		[() => { Array.prototype.added = 1 }, () => { delete Array.prototype.added }],
		[() => { Object.prototype[key] = 1 }, () => { delete Object.prototype[key] }],
		[() => { define(Object.prototype, 'hidden', { get() {}, configurable: true }) }, () => { delete Object.prototype.hidden }],
		[() => { Array.prototype[5] = 1 }, () => { delete Array.prototype[5]; Array.prototype.length = 0 }],
		[() => { Array.prototype.length = 3 }, () => { Array.prototype.length = 0 }],
		[() => { Object.prototype[0] = 1 }, () => { delete Object.prototype[0] }],
		[() => { define(Math, 'max', { enumerable: true }) }, () => { define(Math, 'max', { enumerable: false }) }],
		[() => { define(JSON, 'parse', { writable: false }) }, () => { define(JSON, 'parse', { writable: true }) }],
		[() => { define(RegExp.prototype, 'flags', { get: has }) }, () => { define(RegExp.prototype, 'flags', { get: flags }) }],
		[() => { getter(Map.prototype, 'size').added = 1 }, () => { delete getter(Map.prototype, 'size').added }],
		[() => { map.added = 1 }, () => { delete map.added }],
		[() => { define(map, 'name', { value: 'pam' }) }, () => { define(map, 'name', { value: 'map' }) }],
		[() => { iterator.next = map }, () => { iterator.next = next }],
		[() => { Object.setPrototypeOf(Array.prototype, { __proto__: Object.prototype }) }, () => { Object.setPrototypeOf(Array.prototype, Object.prototype) }],
		[() => { Object.setPrototypeOf(Math, null) }, () => { Object.setPrototypeOf(Math, Object.prototype) }],
		[() => { delete Map.prototype.has }, () => { define(Map.prototype, 'has', { value: has, writable: true, configurable: true, enumerable: false }) }],
		[() => { Error.stackTraceLimit = 3 }, () => { Error.stackTraceLimit = 10 }],
		[() => { Set.prototype.constructor = map }, () => { Set.prototype.constructor = Set }],
		[() => { sample.real = 2.5 }, () => { sample.real = 1.5 }],
		[() => { sample.list[1] = 7 }, () => { sample.list[1] = 2 }],
		[() => { sample.table.b = 7 }, () => { sample.table.b = 2 }],
		[() => { real = 2.5 }, () => { real = 1.5 }],
		[() => { Object.preventExtensions(Set.prototype) }],
		[() => { Object.freeze(Map.prototype) }],
		[() => { Object.seal(globalThis) }],
	];
})())js";

// The names that kChanges changes beside the built-in ones.
constexpr char kSample[] = "var real = 1.5; var sample = { real: 1.5, list: [{}, 2], table: { __proto__: null, a: 1, b: 2 } }; delete sample.table.a;";

// Every object reachable from the global object.
constexpr char kWalk[] = R"js((function () {
	const seen = new Set(), add = (v) => { if (typeof v === 'object' && v !== null || typeof v === 'function') seen.add(v) };
	add(globalThis);
	add(Object.getPrototypeOf([].values()));
	for (const o of seen) {
		add(Object.getPrototypeOf(o));
		for (const d of Object.values(Object.getOwnPropertyDescriptors(o))) { add(d.value); add(d.get); add(d.set) }
	}
	return [...seen];
})())js";

} // namespace

// ---- Layout

Layout::Layout() {
	if (strncmp(V8::GetVersion(), kVersion, strlen(kVersion)) != 0 || sizeof(Word) != 8) return;
	std::unique_ptr<ArrayBuffer::Allocator> allocator(ArrayBuffer::Allocator::NewDefaultAllocator());
	Isolate::CreateParams params;
	params.array_buffer_allocator = allocator.get();
	Isolate *isolate = Isolate::New(params);
	{
		Isolate::Scope isolate_scope(isolate);
		HandleScope handles(isolate);
		Local<Context> context = Context::New(isolate);
		Context::Scope scope(context);
		known_ = learn(context) && test(context);
	}
	isolate->Dispose();
}

// learn takes samples of each type that matters.
bool Layout::learn(Local<Context> context) {
	auto sample = [&](const char *source) { return word(evaluate(context, source)); };
	first_function_ = last_function_ = type_of(sample("(function () {})"));
	for (const char *f : {"Object", "Array", "RegExp", "Promise", "Map", "(class {})", "(() => 1)", "Math.max", "Int8Array", "Uint8Array", "Uint8ClampedArray",
			 "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"}) {
		const uint16_t t = type_of(sample(f));
		first_function_ = std::min(first_function_, t);
		last_function_ = std::max(last_function_, t);
	}
	array_ = type_of(load(sample("[{}]"), kElements));
	property_array_ = type_of(load(sample("(function () { const o = {}; for (let i = 0; i < 9; i++) o['p' + i] = i; return o })()"), kProperties));
	name_dictionary_ = type_of(load(sample("({ __proto__: null })"), kProperties));
	number_dictionary_ = type_of(load(sample("(function () { const a = []; a[1e6] = 1; return a })()"), kElements));
	number_ = type_of(sample("1.5"));
	const Word global = word(context->Global()->GetPrototype());
	const Word dictionary = load(global, kProperties);
	global_dictionary_ = type_of(dictionary);
	for (Word i = 0; i < small(load(dictionary, kLength)) && cell_ == 0; i++) {
		const Word w = load(dictionary, kFirst + 8 * static_cast<int>(i));
		if (is_pointer(w) && size_of(w) == 40) cell_ = type_of(w);
	}
	const uint16_t types[] = {array_, property_array_, name_dictionary_, number_dictionary_, global_dictionary_, number_, cell_};
	for (size_t i = 0; i < std::size(types); i++)
		for (size_t j = 0; j < i; j++)
			if (types[i] == types[j]) return false;
	return true;
}

// test demands that each known change is seen, twice, and that no change is none: also after a
// collection that moves everything.
bool Layout::test(Local<Context> context) {
	Isolate *isolate = context->GetIsolate();
	evaluate(context, kSample);
	Local<Array> changes = evaluate(context, kChanges).As<Array>();
	Record record;
	known_ = true; // for the record, while it is tried
	record.begin(context, *this, evaluate(context, kWalk).As<Array>());
	auto call = [&](Local<Array> pair, int which) {
		return !pair->Get(context, which).ToLocalChecked().As<Function>()->Call(context, Undefined(isolate), 0, nullptr).IsEmpty();
	};
	bool good = record.same(context);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; good && i < changes->Length(); i++) {
			HandleScope handles(isolate);
			Local<Array> pair = changes->Get(context, i).ToLocalChecked().As<Array>();
			if (pair->Length() == 1 && round == 0) continue;
			record.renew(context);
			good = record.same(context);
			good = good && call(pair, 0) && !record.same(context) && (pair->Length() == 1 || call(pair, 1));
		}
	}
	record.renew(context);
	isolate->LowMemoryNotification();
	good = good && record.same(context);
	record.clear();
	return good;
}

// ---- Record

void Record::begin(Local<Context> context, const Layout &layout, Local<Array> objects) {
	layout_ = &layout;
	if (!layout.known()) return;
	Isolate *isolate = context->GetIsolate();
	// An array of our own: a script could have others in its hands.
	std::vector<Local<Value>> list;
	for (uint32_t i = 0; i < objects->Length(); i++) list.push_back(objects->Get(context, i).ToLocalChecked());
	Local<Value> global = context->Global()->GetPrototype(); // what the global proxy stands for
	list.push_back(global);
	global_.Reset(isolate, global);
	object_count_ = list.size();
	objects_.Reset(isolate, Array::New(isolate, list.data(), list.size()));
	renew(context);
}

void Record::renew(Local<Context> context) {
	if (!layout_->known()) return;
	Isolate *isolate = context->GetIsolate();
	HandleScope handles(isolate);
	usable_ = true;
	std::vector<Local<Value>> words, cells;
	numbers_.clear();
	shapes_.clear();
	auto see = [&](Word w) {
		// Making a handle moves nothing, so the words are still where they were for the next one.
		if (is_pointer(w) && type_of(w) == layout_->number_) numbers_.emplace_back(words.size(), load(w, kNumberBits));
		words.push_back(handle(isolate, w));
		return true;
	};
	const Word global = word(global_.Get(isolate));
	const Word objects = word(objects_.Get(isolate));
	for (size_t i = 0; i < object_count_; i++) {
		const Word object = elements_of(objects)[i];
		shapes_.push_back(shape(object));
		if (!shapes_.back().known) usable_ = false;
		if (usable_) each(object, shapes_.back(), see);
	}
	if (!usable_) return;
	const Word dictionary = load(global, kProperties);
	global_count_ = load(dictionary, kDictionaryCount);
	for (Word i = 0; i < small(load(dictionary, kLength)); i++) {
		const Word w = load(dictionary, kFirst + 8 * static_cast<int>(i));
		if (!is_pointer(w) || type_of(w) != layout_->cell_) continue;
		cells.push_back(handle(isolate, w));
		see(load(w, kCellDetails));
		see(load(w, kCellValue));
	}
	cell_count_ = cells.size();
	words_.Reset(isolate, Array::New(isolate, words.data(), words.size()));
	cells_.Reset(isolate, Array::New(isolate, cells.data(), cells.size()));
}

Record::Shape Record::shape(Word object) const {
	Shape s = {true, false, kFields, static_cast<uint16_t>(size_of(object)), 0, 0};
	const uint16_t type = type_of(object);
	if (type >= layout_->first_function_ && type <= layout_->last_function_) s.from = kFunctionPrototype;
	const Word properties = load(object, kProperties), elements = load(object, kElements);
	if (is_pointer(properties)) { // not just a hash
		const uint16_t kind = type_of(properties);
		s.properties = small(load(properties, kLength));
		if (kind == layout_->global_dictionary_) {
			s.global = true;
			s.properties = 0;
		} else if (kind == layout_->property_array_) {
			s.properties &= kPropertyLength;
		} else if (kind != layout_->array_ && kind != layout_->name_dictionary_) {
			s.known = false;
		}
	}
	const uint16_t kind = type_of(elements);
	s.elements = small(load(elements, kLength));
	if (kind != layout_->array_ && kind != layout_->number_dictionary_) s.known = false;
	return s;
}

// each calls see with each word of an object that can change, until see returns false. It returns
// whether it never did.
template <class See> bool Record::each(Word object, const Shape &shape, See &&see) {
	const Word properties = load(object, kProperties), elements = load(object, kElements);
	// Of the global object's properties only the number: their cells are looked at elsewhere.
	if (!see(load(object, kMap)) || !see(shape.global ? load(properties, kDictionaryCount) : properties) || !see(elements)) return false;
	for (int at = shape.from; at < shape.to; at += 8) {
		if (!see(load(object, at))) return false;
	}
	for (uint32_t i = 0; i < shape.properties; i++) {
		if (!see(load(properties, kFirst + 8 * static_cast<int>(i)))) return false;
	}
	for (uint32_t i = 0; i < shape.elements; i++) {
		if (!see(load(elements, kFirst + 8 * static_cast<int>(i)))) return false;
	}
	return true;
}

bool Record::same(Local<Context> context) const {
	if (!usable_) return false;
	Isolate *isolate = context->GetIsolate();
	HandleScope handles(isolate);
	const Word *was = elements_of(word(words_.Get(isolate)));
	const Word *next = was;
	auto see = [&](Word w) { return *next++ == w; };
	const Word *objects = elements_of(word(objects_.Get(isolate)));
	for (size_t i = 0; i < object_count_; i++) {
		constexpr size_t kAhead = 8; // objects: what is to come is far from any cache
		if (i + kAhead < object_count_) {
			const char *ahead = reinterpret_cast<const char *>(objects[i + kAhead]);
			__builtin_prefetch(ahead);
			__builtin_prefetch(ahead + kFunctionPrototype);
		}
		if (!each(objects[i], shapes_[i], see)) return false;
	}
	const Word *cells = elements_of(word(cells_.Get(isolate)));
	for (size_t i = 0; i < cell_count_; i++) {
		if (!see(load(cells[i], kCellDetails)) || !see(load(cells[i], kCellValue))) return false;
	}
	for (const auto &[index, bits] : numbers_) {
		if (load(was[index], kNumberBits) != bits) return false;
	}
	return true;
}

bool Record::globals_changed(Local<Context> context) const {
	if (!usable_) return false;
	HandleScope handles(context->GetIsolate());
	return load(load(word(global_.Get(context->GetIsolate())), kProperties), kDictionaryCount) != global_count_;
}

void Record::clear() {
	objects_.Reset();
	words_.Reset();
	cells_.Reset();
	global_.Reset();
}

const char *hidden_state(Local<Context> context, Local<Array> objects) {
	for (uint32_t i = 0; i < objects->Length(); i++) {
		Local<Value> o;
		if (!objects->Get(context, i).ToLocal(&o)) continue;
		if (o->IsMap() || o->IsSet() || o->IsWeakMap() || o->IsWeakSet() || o->IsDate() || o->IsRegExp() || o->IsPromise() || o->IsProxy() ||
			o->IsArrayBuffer() || o->IsArrayBufferView() || o->IsGeneratorObject() || o->IsMapIterator() || o->IsSetIterator()) {
			return "the prelude puts a map, set, date, promise, proxy, buffer or the like within a bot's reach: what is inside it cannot be guarded";
		}
	}
	return nullptr;
}

} // namespace koth
