// Tells what a thrown value is, without running any code of the bot's: an engine that only has
// the value needs this. kind(value) is native: 1 for an error, 2 for a proxy, 0 for all else.
(function (kind) {
  'use strict';

  const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { hasOwn } = Object;
  const symbolText = Function.prototype.call.bind(Symbol.prototype.toString);

  // find returns a text that is a plain property of an object or of its prototypes, or ''.
  function find(object, key) {
    for (let depth = 0; depth < 20 && object !== null && kind(object) !== 2; depth++) {
      const d = getOwnPropertyDescriptor(object, key);
      if (d !== undefined) return hasOwn(d, 'value') && typeof d.value === 'string' ? d.value : '';
      object = getPrototypeOf(object);
    }
    return '';
  }

  function describe(value) {
    switch (typeof value) {
      case 'object':
        break;
      case 'function':
        return '[function]';
      case 'symbol':
        return symbolText(value);
      default:
        return '' + value;
    }
    if (value === null) return 'null, or no memory left to say more'; // QuickJS throws it where an error does not fit
    if (kind(value) !== 1) return '[object Object]';
    const name = find(value, 'name'), message = find(value, 'message');
    return name !== '' && message !== '' ? name + ': ' + message : name !== '' ? name : message;
  }

  // The stack's lines if stack is 1, else the text.
  return function (value, stack) {
    if (stack !== 1) return describe(value);
    return typeof value === 'object' && kind(value) === 1 ? find(value, 'stack') : '';
  };
})
