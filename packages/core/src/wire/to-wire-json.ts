import { isPlainJson } from '../values/json.ts'
import { toBase64 } from './base64.ts'
import { isUnsafeKey } from './unsafe-key.ts'

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
