// The fast check of a realm: the memory of every object that a bot could have changed is compared
// with what it was. It reads V8's heap as it lies there, so it is used only with the version whose
// layout it knows, and only after it has seen every change of a list of known ones (Layout's
// constructor). Without it the script in realm.js compares everything, at a hundred times the cost.
#ifndef KOTH_JS_RAWCHECK_H
#define KOTH_JS_RAWCHECK_H

#include <v8.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace koth {

// Layout is what is known of V8's heap: the numbers of the types that matter.
class Layout {
public:
	Layout(); // learns and tests the layout, in an isolate of its own
	bool known() const { return known_; }

private:
	friend class Record;
	bool learn(v8::Local<v8::Context> context);
	bool test(v8::Local<v8::Context> context);

	bool known_ = false;
	uint16_t first_function_ = 0, last_function_ = 0;
	uint16_t array_ = 0, property_array_ = 0, name_dictionary_ = 0, number_dictionary_ = 0;
	uint16_t global_dictionary_ = 0, cell_ = 0, number_ = 0;
};

// Record is how a realm's objects were.
class Record {
public:
	// begin records the objects as they are. All these calls need a handle scope.
	void begin(v8::Local<v8::Context> context, const Layout &layout, v8::Local<v8::Array> objects);
	// renew records them again, after changes that mean nothing (another hidden class, say).
	void renew(v8::Local<v8::Context> context);
	// same tells that nothing has changed. False means that something may have.
	bool same(v8::Local<v8::Context> context) const;
	// globals_changed tells that the global object has another number of properties.
	bool globals_changed(v8::Local<v8::Context> context) const;
	void clear();

private:
	using Word = uintptr_t;

	// Shape says where the words of an object are that can change. It holds as long as the object's
	// hidden class and the addresses of its arrays are the same, which are looked at first.
	struct Shape {
		bool known, global; // global: the object's properties are cells
		uint16_t from, to;  // of its own words, in bytes
		uint32_t properties, elements; // words in either array
	};
	Shape shape(Word object) const;
	template <class See> static bool each(Word object, const Shape &shape, See &&see);

	const Layout *layout_ = nullptr;
	bool usable_ = false;
	// Held as arrays of the realm's heap, so that the collector keeps their addresses right.
	v8::Global<v8::Array> objects_; // what is recorded
	v8::Global<v8::Array> words_;   // their words, one object's after another's
	v8::Global<v8::Array> cells_;   // the global object's properties
	v8::Global<v8::Value> global_;
	size_t object_count_ = 0, cell_count_ = 0;
	Word global_count_ = 0;
	std::vector<Shape> shapes_;
	// Numbers can change without their address: which words are numbers, and their bits.
	std::vector<std::pair<uint32_t, uint64_t>> numbers_;
};

// hidden_state returns NULL, or why one of the objects can change in ways that nothing shows.
const char *hidden_state(v8::Local<v8::Context> context, v8::Local<v8::Array> objects);

} // namespace koth
#endif
