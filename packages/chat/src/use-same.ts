import { useState } from 'react'

/**
 * Returns the object of an earlier render while the one of this render has the same values, down to
 * those of its groups. So what a component writes anew in each render renders nothing again.
 */
export function useSame<T>(value: T): T {
  const [kept] = useState({ value })
  if (!isSame(kept, { value })) kept.value = value
  return kept.value
}

/** Whether two values are the same, as objects down to the values of the groups in their groups. */
export const isSame = (a: unknown, b: unknown, depth: number = 3): boolean =>
  a === b ||
  (depth > 0 &&
    isObject(a) &&
    isObject(b) &&
    Object.keys({ ...a, ...b }).every((key) =>
      isSame(Reflect.get(a, key), Reflect.get(b, key), depth - 1),
    ))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
