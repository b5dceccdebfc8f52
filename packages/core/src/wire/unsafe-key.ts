/**
 * True for a property that changes a prototype when an object holding it is merged into another.
 * The client leaves such properties out, the proxy refuses them.
 */
export const isUnsafeKey = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'))
