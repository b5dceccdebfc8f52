/** A JSON object of a request. */
export type Json = Record<string, unknown>

/** A tool in a request: one of the client's own, or one that runs at the provider. */
export type WireTool = { name: string; schema: unknown } | { hosted: string }

/** What the wires' paths are called. */
export type EndpointName =
  | 'openaiChat'
  | 'openaiResponses'
  | 'compatibleChat'
  | 'anthropicMessages'
  | 'googleGenerate'

/** What one path of a provider takes, and how the proxy keeps its rules there. */
export interface Endpoint {
  /** Top-level fields that go through. Others are refused by name, but those in `dropped`. */
  fields: ReadonlySet<string>
  /** The field with the conversation. */
  messages: string
  /** Tools, of whatever kind. */
  tools: (body: Json) => Iterable<WireTool>
  /** Sets what is not the client's to choose. */
  force: (body: Json, maxOutputTokens: number | undefined) => void
  /** Puts the server's instructions in the place of the client's. */
  instruct: (body: Json, instructions: string) => void
}

/** Fields of people and records, which are left out without a word. */
export const dropped: ReadonlySet<string> = new Set([
  'user',
  'metadata',
  'store',
  'safety_identifier',
  'labels',
])

/** The objects in what should be a list. */
export const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** True for an object that is no array. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets `field` to at most `max`; to `max` where there is none. */
export function limitTo(body: Json, field: string, max: number | undefined): void {
  if (max === undefined) return
  const asked = body[field]
  body[field] = typeof asked === 'number' && asked >= 1 ? Math.min(asked, max) : max
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
