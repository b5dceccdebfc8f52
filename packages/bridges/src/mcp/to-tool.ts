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

/** The most characters of a description, as OpenAI takes it, and of a schema's JSON. */
const most = { description: 1_024, schema: 20_000 }

/**
 * Returns a tool as the server describes it, or throws why it cannot be taken. `hasTasks`: the
 * server runs calls as tasks.
 *
 * @throws Error for a tool without a name, and for a schema that no model could use.
 */
export function readDefinition(given: unknown, hasTasks = false): McpToolDefinition {
  const { name, inputSchema, annotations, execution, ...rest } = toObject(given)
  if (!toText(name, 1)) throw new Error('It has no name.')
  const isTask = toObject(execution)['taskSupport'] === 'required'
  if (isTask && !hasTasks)
    throw new Error('It runs only as a task, which the server does not have.')
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
    ...(isTask && { isTask }),
  }
}

/** Returns the audience that the server names for a tool: models, its apps, or both. */
export function visibilityOf({ _meta }: McpToolDefinition): readonly ('model' | 'app')[] {
  const { visibility } = toObject(toObject(_meta)['ui'])
  const all = ['model', 'app'] as const
  return Array.isArray(visibility) ? all.filter((one) => visibility.includes(one)) : all
}

/** What is assumed of a tool: its effect, and whether a user is asked about each call. */
interface Assumed {
  readonly effect: Effect
  readonly isAsked: boolean
}

/**
 * Returns what is assumed of a tool by its hints. A hint that is missing means what the protocol
 * says: the tool destroys, and reaches others. Such a tool sends, and each call is asked about.
 */
function assume({ annotations = {} }: McpToolDefinition, isTrusted: boolean): Assumed {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  if (isTrusted && readOnlyHint === true) return { effect: 'read', isAsked: false }
  if (destructiveHint === true) return { effect: 'destructive', isAsked: true }
  const isSilent = readOnlyHint !== true && destructiveHint !== false
  if (openWorldHint !== false) return { effect: 'egress', isAsked: isSilent }
  return { effect: isSilent ? 'destructive' : 'write', isAsked: isSilent }
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
  options: Pick<McpOptions, 'trusted' | 'effect' | 'enabled'>,
  run: CallRemote,
): AnyTool {
  const trusted = options.trusted === true
  const { annotations, inputSchema } = definition
  const title = toText(definition.title, 60) ?? toText(annotations?.title, 60) ?? definition.name
  const description = toText(definition.description, most.description) ?? title
  const visibility = visibilityOf(definition)
  const tool = new Tool({
    name,
    // A title alone could pose as an action of this page on an approval card.
    title: `${title.slice(0, 60)} (${label})`,
    description:
      toText(
        trusted ? description : `[Tool of ${label}, an MCP server] ${description}`,
        most.description,
      ) ?? name,
    parameters: jsonSchema(inputSchema),
    enabled: () => options.enabled?.(definition) ?? true,
    result: { untrusted: true, toModel: toOutput },
    visible: {
      model: visibility.includes('model'),
      outside: visibility.includes('app') ? ['mcp-app'] : false,
    },
    handler: (args: McpObject, ctx) => run(definition, args, ctx),
  })
  // What the application says of a tool may change with the page, so it is asked at each use.
  const assumed = assume(definition, trusted)
  return Object.defineProperties(tool, {
    effect: { get: () => options.effect?.(definition) ?? assumed.effect },
    requiresApproval: {
      get: () => (assumed.isAsked && options.effect?.(definition) === undefined ? true : undefined),
    },
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
