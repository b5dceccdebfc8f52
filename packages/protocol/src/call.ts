import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { isPlainJson, isUnsafeKey, toBase64 } from './json.ts'
import { stableEnd } from './stable-end.ts'

/**
 * The body of a request to the model endpoint: the AI SDK's call options, without those of the
 * connection.
 */
export interface ModelCall {
  /** The model's id, one of those that the proxy allows, such as `openai/gpt-5`. */
  modelId: string
  options: Omit<LanguageModelV4CallOptions, 'abortSignal' | 'headers'>
  /** The number of messages that the client's next call repeats. Default: unknown. */
  stableEnd?: number | undefined
}

/**
 * The parts of a call that the proxy keeps. In the body their SHA-256 stands in their place. It is
 * that of their JSON in UTF-8, in 64 lower-case hexadecimal digits.
 */
export interface KeptParts {
  /** The first messages of the prompt: the SHA-256 of their array, and their number. */
  readonly prompt?: { readonly sha256: string; readonly count: number } | undefined
  /** The SHA-256 of the tools. */
  readonly tools?: string | undefined
}

/**
 * Returns the body of a request to the model endpoint as JSON. The signal and the headers of
 * `options` are left out. The stable end is given if Ambit built the request.
 *
 * @param kept The parts that are named and not sent. Default: none.
 */
export function encodeCall(
  modelId: string,
  options: LanguageModelV4CallOptions,
  kept: KeptParts = {},
): string {
  const { abortSignal: _signal, headers: _headers, prompt, tools, ...rest } = options
  const messages = prompt.slice(kept.prompt?.count).map(toJson)
  if (kept.prompt) messages.unshift(`"${kept.prompt.sha256}"`)
  const fields = [`"prompt":[${messages.join()}]`]
  if (kept.tools !== undefined) fields.push(`"tools":"${kept.tools}"`)
  else if (tools) fields.push(`"tools":${encodeEntries(tools)}`)
  const others = toWireJson(rest).slice(1, -1)
  if (others) fields.push(others)
  const end = stableEnd(options)
  const stable = end > 0 ? `,"stableEnd":${end}` : ''
  return `{"modelId":${JSON.stringify(modelId)},"options":{${fields.join()}}${stable}}`
}

/** Returns messages or tools as JSON, as they stand in the body of a call. */
export const encodeEntries = (entries: readonly object[]): string =>
  `[${entries.map(toJson).join()}]`

const written = new WeakMap<object, string>()

/**
 * Returns an entry as JSON. Frozen entries are written once, because consecutive requests share
 * nearly all entries.
 */
function toJson(entry: object): string {
  const known = written.get(entry)
  if (known !== undefined) return known
  const json = toWireJson(entry)
  // Large entries, such as the bytes of a file, are not kept twice.
  if (isFrozen(entry) && json.length < 100_000) written.set(entry, json)
  return json
}

/** Whether nothing that is sent of a value can change. */
const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozen))

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
