const numbers = new WeakMap<object, number>()
let last = 0

/** Returns a number that is the same for the same object, and no other object has. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++last
  numbers.set(object, number)
  return number
}
