/** Adds a property that an object lacks. `make` returns its value, or undefined for none. */
export function fill(object: object | undefined, name: string, make: () => unknown): void {
  if (!object || Reflect.get(object, name) !== undefined) return
  const value = make()
  if (value === undefined) return
  Object.defineProperty(object, name, { value, configurable: true, writable: true })
}
