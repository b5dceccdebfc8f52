import { type AnyTool, type Effect, isDeeper, jsonSchema, Tool } from '@ambit/core'
import { cut } from '../outside/cut.ts'
import type { ToolAnnotations, WebTool } from './model-context.ts'

/** A tool of another script, a form or a frame. All texts are theirs, not to be trusted. */
export interface PageTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly origin: string
  readonly annotations: ToolAnnotations
}

/** The most characters of a description, of a schema's text, and of a result. */
const maxDescription = 500
const maxSchema = 10_000
const maxResult = 8_000

/** Returns what a foreign tool says of itself. */
export const toPageTool = ({
  name,
  title,
  description,
  origin,
  annotations,
}: WebTool): PageTool => ({
  name,
  title: title || name,
  description: (description ?? '').slice(0, maxDescription),
  origin,
  annotations: annotations ?? {},
})

/**
 * Returns the effect that is assumed of a foreign tool. Its hints can only raise it: one of another
 * origin gets what it is given, so it sends.
 */
export const assumedEffect = ({ origin, annotations }: PageTool): Effect => {
  if (annotations.consequentialHint) return 'destructive'
  return isHere(origin) ? 'write' : 'egress'
}

/** Whether an origin is this page's. All frames without an own one have the text `null`. */
const isHere = (origin: string): boolean =>
  origin !== 'null' && origin === globalThis.location?.origin

/** Makes an untrusted tool of a foreign one. Throws if its schema is not that of an object. */
export function toTool(
  { inputSchema, window }: WebTool,
  { title, description, origin }: PageTool,
  name: string,
  effect: Effect,
  execute: (args: object, signal: AbortSignal) => Promise<unknown>,
): AnyTool {
  // A title of another origin could pose as an action of this page on an approval card.
  const from = isHere(origin) ? '' : ` (${origin.replace(/^.+(?=.{60}$)/, '…')})`
  return new Tool({
    name,
    // A card shows 120 characters. The end of an origin says whose it is.
    title: title.slice(0, 50) + from,
    description: `[Tool of ${origin}, not of this application] ${description}`,
    parameters: jsonSchema(readSchema(inputSchema)),
    effect,
    // The browser announces no change when a frame is removed.
    enabled: () => !window?.closed,
    run: {
      // A form waits for the user, and a frame may vanish in the middle of a call.
      timeout: '2m',
    },
    result: { untrusted: true },
    visible: { outside: false },
    handler: async (args, { signal }) => readResult(await execute(args, signal)),
  })
}

function readSchema(schema: unknown = { type: 'object' }): object {
  const { type } = Object(schema) as { type?: unknown }
  if (type === 'object' && !isDeeper(schema) && JSON.stringify(schema).length <= maxSchema) {
    return schema as object
  }
  throw new Error(`Its schema is not that of an object, or over ${maxSchema} characters.`)
}

/** Returns the text of a result. Throws it if the tool says that it is an error. */
function readResult(given: unknown): string {
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? 'null')
  const { isError, content } = parse(text)
  const told = Array.isArray(content) ? content.map(textOf).join('\n') : text
  const kept = cut(told, maxResult)
  if (isError === true) throw new Error(kept)
  return kept
}

const textOf = (part: unknown): string => {
  const { text } = Object(part) as { text?: unknown }
  return typeof text === 'string' ? text : JSON.stringify(part)
}

function parse(text: string): { isError?: unknown; content?: unknown } {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
