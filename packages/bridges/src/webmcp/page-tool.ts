import { type AnyTool, type Effect, jsonSchema, Tool } from '@ambit/core'
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
const most = { description: 500, schema: 10_000, result: 8_000 }

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
  description: (description ?? '').slice(0, most.description),
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

const isHere = (origin: string): boolean => origin === globalThis.location?.origin

/** Makes an untrusted tool of a foreign one. Throws if its schema is none of an object. */
export function toTool(
  web: WebTool,
  { name, effect }: { readonly name: string; readonly effect: Effect },
  execute: (args: object, signal: AbortSignal) => Promise<unknown>,
): AnyTool {
  const { title, description, origin } = toPageTool(web)
  // A title of another origin could pose as an action of this page on an approval card.
  const from = isHere(origin) ? '' : ` (${origin})`
  return new Tool({
    name,
    title: title.slice(0, 60) + from,
    description: `[Tool of ${origin}, not of this application] ${description}`,
    parameters: jsonSchema(readSchema(web.inputSchema)),
    effect,
    // The browser announces no change when a frame is removed.
    enabled: () => !web.window?.closed,
    // A form waits for the person, and a frame may vanish in the middle of a call.
    timeout: '2m',
    untrusted: true,
    expose: false,
    handler: async (args, { signal }) => readResult(await execute(args, signal)),
  })
}

function readSchema(schema: unknown = { type: 'object', properties: {} }): object {
  const { type } = Object(schema) as { type?: unknown }
  if (type === 'object' && JSON.stringify(schema).length <= most.schema) return schema as object
  throw new Error(
    `Its schema is none of an object, or over ${most.schema} characters, so no model could call it.`,
  )
}

/** Returns the text of a result. Throws it if the tool says that it is an error. */
function readResult(given: unknown): string {
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? 'null')
  const { isError, content } = parse(text)
  const told = Array.isArray(content) ? content.map(textOf).join('\n') : text
  const kept = cut(told, most.result)
  if (isError !== true) return kept
  throw new Error(kept)
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
