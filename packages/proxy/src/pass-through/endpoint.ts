/** A JSON object of a request. */
export type Json = Record<string, unknown>

/** A tool in a request: one of the client's own, or a hosted one that runs at the provider. */
export type WireTool = { name: string; schema: unknown } | { hosted: string }

export type EndpointName =
  | 'openaiChat'
  | 'openaiResponses'
  | 'compatibleChat'
  | 'anthropicMessages'
  | 'googleGenerate'

/** The rules of one path of a provider. */
export interface Endpoint {
  /** The top-level fields that may pass. Others are refused by name, except those in `dropped`. */
  fields: ReadonlySet<string>
  /** The name of the field with the conversation. */
  messages: string
  /** Lists the tools of a request, of every kind. */
  tools: (body: Json) => Iterable<WireTool>
  /** Sets the fields that the client may not choose. */
  force: (body: Json, maxOutputTokens: number | undefined) => void
  /** Sets the server's instructions, once those of the client are left out of the messages. */
  instruct: (body: Json, instructions: string) => void
}

/** The fields about people and records, which are left out without an error. */
export const dropped: ReadonlySet<string> = new Set([
  'user',
  'metadata',
  'store',
  'safety_identifier',
  'labels',
])

/** Returns the objects in a value that should be a list. */
export const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Limits `field` to `max`. Sets it to `max` if it has no valid value. */
export function limitTo(body: Json, field: string, max: number | undefined): void {
  if (max === undefined) return
  const asked = body[field]
  body[field] = typeof asked === 'number' && asked >= 1 ? Math.min(asked, max) : max
}
