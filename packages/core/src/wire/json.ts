import { isPlainJson } from '../json/json.ts'
import { toBase64 } from '../model/file-data.ts'

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

/**
 * JSON as both directions of the wire write it. Bytes become base64, which the AI SDK's file data
 * takes as well, so they stay base64 on the other side; a `URL` and a `Date` become strings, and
 * whoever reads knows where they stand. `undefined` and prototype keys are left out.
 *
 * @throws TypeError for what JSON cannot say: a cycle, a BigInt.
 */
export function toWireJson(value: unknown): string {
  if (isPlainJson(value)) return JSON.stringify(value)
  return JSON.stringify(value, function (this: Record<string, unknown>, key, json: unknown) {
    // `json` has gone through `toJSON` already, and Node's Buffer has one.
    const raw = this[key]
    if (ArrayBuffer.isView(raw)) {
      return toBase64(new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength))
    }
    return isUnsafeKey(key, json) ? undefined : json
  })
}
