import { isPlainJson } from '../json/json.ts'
import { toBase64 } from '../model/file-data.ts'

/**
 * Tells if a property would change a prototype when its object is merged into another. The client
 * leaves such properties out; the proxy refuses them.
 */
export const isUnsafeKey = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'))

/**
 * Returns JSON as both directions of the wire write it. Bytes become base64 text, and stay base64
 * on the other side, which the AI SDK's file data accepts too. A `URL` and a `Date` become strings;
 * the reader knows the fields that hold them. `undefined` and prototype keys are left out.
 *
 * @throws TypeError for values that JSON cannot express: a cycle, a BigInt.
 */
export function toWireJson(value: unknown): string {
  if (isPlainJson(value)) return JSON.stringify(value)
  return JSON.stringify(value, function (this: Record<string, unknown>, key, json: unknown) {
    // `json` is already the result of `toJSON`, which Node's Buffer has.
    const raw = this[key]
    if (ArrayBuffer.isView(raw)) {
      return toBase64(new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength))
    }
    return isUnsafeKey(key, json) ? undefined : json
  })
}
