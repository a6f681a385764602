/**
 * What pdf.js wants in its page and in its worker and the oldest promised browsers lack (0065). Its build for older
 * browsers brings stand-ins for the rest. Defined as the language does, and only where the browser has none.
 */
function define(target: object, name: string, value: (...given: never[]) => unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

define(Promise, 'withResolvers', () => {
  let resolve, reject;
  const promise = new Promise((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
});

define(Array.prototype, 'toSpliced', function (this: unknown[], ...how: [number, number, ...unknown[]]) {
  const copy = [...this];
  copy.splice(...how);
  return copy;
});

// The language empties the first buffer as well; pdf.js never reads it again.
define(ArrayBuffer.prototype, 'transferToFixedLength', function (this: ArrayBuffer, length: number) {
  const copy = new Uint8Array(length);
  copy.set(new Uint8Array(this).subarray(0, length));
  return copy.buffer;
});
