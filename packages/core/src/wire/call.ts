import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { toWireJson } from './json.ts'

/** What the model endpoint is asked: the AI SDK's call options, less what belongs to the connection. */
export interface ModelCall {
  /** One of the ids the proxy allows, such as `openai/gpt-5`. */
  modelId: string
  options: Omit<LanguageModelV4CallOptions, 'abortSignal' | 'headers'>
}

/** The body of a request to the model endpoint. The signal and the headers of `options` stay behind. */
export function encodeCall(modelId: string, options: LanguageModelV4CallOptions): string {
  const { abortSignal: _signal, headers: _headers, prompt, tools, ...rest } = options
  const fields = [`"prompt":${toArray(prompt)}`]
  if (tools) fields.push(`"tools":${toArray(tools)}`)
  const others = toWireJson(rest).slice(1, -1)
  if (others) fields.push(others)
  return `{"modelId":${JSON.stringify(modelId)},"options":{${fields.join()}}}`
}

const toArray = (entries: readonly object[]): string => `[${entries.map(toJson).join()}]`

const written = new WeakMap<object, string>()

/** Nearly all of a request was in the one before: frozen entries are written once. */
function toJson(entry: object): string {
  const known = written.get(entry)
  if (known !== undefined) return known
  const json = toWireJson(entry)
  // A file's bytes are not kept a second time.
  if (isFrozen(entry) && json.length < 100_000) written.set(entry, json)
  return json
}

/** Whether nothing that is sent of it can change. */
const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozen))
