import {
  type AnyTool,
  type ContentPart,
  type Effect,
  jsonSchema,
  Tool,
  type ToolContext,
} from '@ambit/core'
import type { McpToolDefinition } from './mcp-definitions.ts'
import type { McpOptions } from './mcp-options.ts'
import { type McpObject, toObject, toText } from './mcp-wire.ts'

/** The most characters of a description, and of a schema's JSON. */
const most = { description: 2_000, schema: 20_000 }

/**
 * Returns a tool as the server describes it, or throws why it cannot be taken.
 *
 * @throws Error for a tool without a name, and for a schema that no model could use.
 */
export function readDefinition(given: unknown): McpToolDefinition {
  const { name, inputSchema, annotations, ...rest } = toObject(given)
  if (!toText(name, 1)) throw new Error('It has no name.')
  const schema = toObject(inputSchema)
  if (schema['type'] !== 'object' || JSON.stringify(schema).length > most.schema) {
    throw new Error(
      `Its schema is not that of an object, or over ${most.schema} characters, so no model could call it.`,
    )
  }
  return {
    ...rest,
    name: String(name),
    inputSchema: schema,
    annotations: toObject(annotations),
  }
}

/** Returns the audience that the server names for a tool: models, its apps, or both. */
export function visibilityOf({ _meta }: McpToolDefinition): readonly ('model' | 'app')[] {
  const { visibility } = toObject(toObject(_meta)['ui'])
  const all = ['model', 'app'] as const
  return Array.isArray(visibility) ? all.filter((one) => visibility.includes(one)) : all
}

/**
 * Returns the effect that is assumed of a tool. Without trust, its hints can only raise it: a lie
 * then costs the person a question.
 */
function assumedEffect({ annotations = {} }: McpToolDefinition, isTrusted: boolean): Effect {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  if (isTrusted && readOnlyHint === true) return 'read'
  if (destructiveHint === true) return 'destructive'
  return openWorldHint === true ? 'egress' : 'write'
}

/** Runs a call of a tool. */
export type CallRemote = (
  definition: McpToolDefinition,
  args: McpObject,
  ctx: ToolContext,
) => Promise<unknown>

/** Makes an untrusted tool of a server's one. Throws if it cannot be sent to a model. */
export function toTool(
  definition: McpToolDefinition,
  { name, label }: { readonly name: string; readonly label: string },
  { trusted = false, effect }: McpOptions,
  run: CallRemote,
): AnyTool {
  const { annotations, inputSchema } = definition
  const title = toText(definition.title, 60) ?? toText(annotations?.title, 60) ?? definition.name
  const description = toText(definition.description, most.description) ?? title
  const visibility = visibilityOf(definition)
  return new Tool({
    name,
    // A title alone could pose as an action of this page on an approval card.
    title: `${title.slice(0, 60)} (${label})`,
    description: trusted ? description : `[Tool of ${label}, an MCP server] ${description}`,
    parameters: jsonSchema(inputSchema),
    effect: effect?.(definition) ?? assumedEffect(definition, trusted),
    result: { untrusted: true, toModel: toOutput },
    visible: {
      model: visibility.includes('model'),
      outside: visibility.includes('app') ? ['mcp-app'] : false,
    },
    handler: (args: McpObject, ctx) => run(definition, args, ctx),
  })
}

/** The outputs for the model of results that have more than their structured content. */
export const wholeOutputs: WeakMap<object, string | readonly ContentPart[]> = new WeakMap()

/** Returns media as parts, text as it is, and anything else as JSON. */
export function toOutput(result: unknown): string | readonly ContentPart[] {
  const whole = wholeOutputs.get(Object(result) as object)
  if (whole) return whole
  const isParts = Array.isArray(result) && result.every(isPart)
  if (isParts && result.some(({ type }) => type !== 'text')) return result
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null')
}

/** Whether a value is text, or media as base64: an address of media could call elsewhere. */
const isPart = (part: unknown): part is ContentPart => {
  const { type, text, data } = toObject(part)
  if (type === 'text') return typeof text === 'string'
  return /^(image|audio)$/.test(String(type)) && /^[\w+/-]+=*$/.test(String(data))
}
