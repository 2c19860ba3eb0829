// Leaves its mark as a property of whatever objects it can reach (onPlaces), and in other ways
// (marks). Each is looked for before it is left.
function Marks() {
  const of = Object.getPrototypeOf;
  const places = [
    globalThis, console, console.log, Math, Math.random, JSON, Reflect, Symbol, Object, Function, Array, Error, RegExp, Promise,
    Object.prototype, Function.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype,
    Symbol.prototype, Error.prototype, TypeError.prototype, RegExp.prototype, Date.prototype, Map.prototype, Set.prototype,
    Promise.prototype, ArrayBuffer.prototype, Uint8Array.prototype, of(Uint8Array), of(Uint8Array).prototype, DataView.prototype,
    BigInt.prototype, WeakMap.prototype, Proxy, Object.prototype.toString, Array.prototype.push,
    of([].values()), of(of([].values())), of(''[Symbol.iterator]()), of(new Map().values()),
    of(function* () {}), of(of(function* () {}).prototype), of(async function () {}), of(async function* () {}),
    Marks, Marks.prototype,
  ];
  const different = [...new Set(places)];

  function onPlaces() {
    let found = 0;
    for (const place of different) {
      try {
        if (Object.prototype.hasOwnProperty.call(place, 'mark')) found++;
        place.mark = 'mark';
      } catch (refused) {
        // It cannot be marked, which is as good.
      }
    }
    return found;
  }

  function marks() {
    let found = 0;
    if (typeof undeclared !== 'undefined') found++;
    undeclared = 'mark';
    if (RegExp.$1 === 'mark') found++;
    /(mark)/.exec('a mark');
    if (Math.max(1, 2) !== 2) found++;
    Math.max = () => 0;
    if (typeof Array.prototype.concat !== 'function') found++;
    delete Array.prototype.concat;
    if ([].flat.name === 'mark') found++;
    Object.defineProperty(Array.prototype.flat, 'name', { value: 'mark' });
    if ('later' in globalThis) found++;
    Promise.resolve().then(() => { globalThis.later = 'mark'; });
    return found;
  }

  this.answer = () => onPlaces() + marks();
}
