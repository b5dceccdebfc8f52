/** Whether two values are the same, as objects down to the values of the groups in their groups. */
export const isSame = (a: unknown, b: unknown, depth: number = 3): boolean =>
  a === b ||
  (depth > 0 &&
    isObject(a) &&
    isObject(b) &&
    Object.keys({ ...a, ...b }).every((key) => isSame(a[key], b[key], depth - 1)))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
