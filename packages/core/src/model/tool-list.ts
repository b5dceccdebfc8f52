import { cloneJson } from '../json/json.ts'
import { deepFreeze, type Message } from '../messages/message.ts'
import type { Availability } from '../tools/availability.ts'
import type { Scope } from '../tools/scope.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { AssemblerEvents, ModelResponse } from './response.ts'
import type {
  JSONSchema7,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider'

/** A tool that a run may use, as a tool list gets it. */
export interface ListedTool {
  readonly tool: AnyTool
  readonly scope: Scope
  readonly availability: Availability
  /** True for a tool that was given to the call itself, and is on no page. */
  readonly isOwn?: boolean | undefined
}

/** The request that a tool list chooses for. */
export interface ToolListAt {
  /** The page: the same object for all requests that offer the tools of one page. */
  readonly page: object
  /** The time in milliseconds since the Unix epoch. */
  readonly now: number
  /** Whether the run may use a tool of this name. */
  readonly allows: (name: string) => boolean
  /** True if the run may use only some of the page's tools. */
  readonly isNarrowed: boolean
  /** The 0-based number of the request in its run. */
  readonly iteration: number
  /** The history that the request holds. */
  readonly messages: readonly Message[]
}

/** The tools of one request. */
export interface ToolChoice {
  /** The tools that the request lists, in this order. */
  readonly tools: readonly (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[]
  /** The listed tools that are no longer on the page. The request says so at its end. */
  readonly gone?: readonly string[] | undefined
  /**
   * The tools that are off and that the request may name at its end, each with its reason. Default:
   * all of them.
   */
  readonly named?: ReadonlySet<string> | undefined
  /** The text that follows the instructions. It must be the same in each request. */
  readonly instructions?: string | undefined
  /** The text for the end of the request, which may change with each request. */
  readonly note?: string | undefined
}

/** A listener of the pieces in which the answer of a model comes. */
export type OnDelta = AssemblerEvents['onDelta']

/**
 * The rule for the tools that a request lists; made by `stable`, `present`, `digest` or `deferred`.
 */
export interface ToolList {
  /** Chooses the tools of a request among those that the run may use, on or off. */
  readonly choose: (tools: readonly ListedTool[], at: ToolListAt) => ToolChoice
  /** Makes the tools of the list itself for one run. `list` returns what the run may use now. */
  readonly createTools?: ((list: () => readonly ListedTool[]) => readonly AnyTool[]) | undefined
  /** Returns a response with the calls that the model meant in place of those it made. */
  readonly readCalls?: ((response: ModelResponse) => ModelResponse) | undefined
  /** Returns a listener that tells `onDelta` the calls that the model means, as they come. */
  readonly readDeltas?: ((onDelta: OnDelta) => OnDelta) | undefined
  /** The provider's tools that find only tools of the page. What they return taints nothing. */
  readonly searches?: ReadonlySet<string> | undefined
}

/** Whether no model may learn of a tool now: it is off, and it or its scope has `hide`. */
export const isHidden = ({ tool, scope, availability }: ListedTool): boolean =>
  !availability.enabled && !!(tool.hide || scope.hide)

/** The time without a request after which a provider's cache of the prompt is gone. */
export const cacheMs: number = 5 * 60_000

/** The number of tools that may stay listed after they have left, however few are there. */
export const mostGone = 16

interface Entry {
  readonly as: LanguageModelV4FunctionTool
  readonly isSecret: boolean
}

/** The tools that the requests of one page have listed, by name, in their order. */
interface Listed {
  readonly entries: Map<string, Entry>
  at: number
}

/**
 * Creates the tool list that changes as little as possible. A provider's cache of the prompt ends
 * where a request differs from the one before.
 *
 * A tool that is off stays listed. A new tool is added at the end. A tool that has left the page
 * stays until no request was made for five minutes, or until most of the listed tools have left.
 * The end of the request names the tools that cannot be called, and a call of one is refused. A
 * tool with `hide` is listed only while it is on.
 */
export function stable(): ToolList {
  const pages = new WeakMap<object, Listed>()
  return {
    choose(tools, { page, now, allows }) {
      let listed = pages.get(page)
      // A clock that was set back makes the list new, too.
      if (!listed || Math.abs(now - listed.at) > cacheMs) listed = { entries: new Map(), at: now }
      pages.set(page, listed)
      listed.at = now
      const { entries } = listed
      const own: LanguageModelV4FunctionTool[] = []
      const here = new Set<string>()
      const owned = new Set<string>()
      for (const entry of tools) {
        const { name } = entry.tool
        here.add(name)
        if (entry.isOwn) {
          owned.add(name)
          if (!isHidden(entry)) own.push(describeTool(entry.tool))
        } else if (isHidden(entry)) entries.delete(name)
        else entries.set(name, toEntry(entry))
      }
      const gone = findGone(entries, here, allows)
      const shown: LanguageModelV4FunctionTool[] = []
      for (const [name, { as }] of entries) if (allows(name) && !owned.has(name)) shown.push(as)
      const all = [...shown, ...own]
      return { tools: all, gone, instructions: all.length > 0 ? rule : undefined }
    },
  }
}

/** The instruction about tools that are off. */
export const rule: string =
  'Tools that <unavailable-tools> names at the end of the conversation cannot be called now.'

const toEntry = ({ tool, scope }: ListedTool): Entry => ({
  as: describeTool(tool),
  isSecret: !!(tool.hide || scope.hide),
})

/** Returns the listed tools that are not on the page. Removes them if they are too many. */
function findGone(
  entries: Map<string, Entry>,
  here: ReadonlySet<string>,
  allows: (name: string) => boolean,
): string[] {
  const gone: string[] = []
  for (const [name, { isSecret }] of entries) {
    if (here.has(name) || !allows(name)) continue
    if (isSecret) entries.delete(name)
    else gone.push(name)
  }
  if (gone.length <= Math.max(mostGone, here.size)) return gone
  for (const name of gone) entries.delete(name)
  return []
}

/**
 * Creates the tool list that holds only the tools that are on now. A provider's cache of the
 * prompt is lost with each tool that goes on or off. The other tools are named at the end of the
 * request, each with its reason.
 */
export const present = (): ToolList => ({
  choose: (tools) => ({
    tools: tools.flatMap(({ tool, availability }) =>
      availability.enabled ? [describeTool(tool)] : [],
    ),
  }),
})

/** The description of each tool for models, with the schema that it was made from. */
const described = new WeakMap<AnyTool, { of: JSONSchema7; as: LanguageModelV4FunctionTool }>()

/**
 * Returns the description of a tool for models. It is frozen, so that it is written as JSON once. A
 * tool whose schema has changed gets a new description.
 */
export function describeTool(tool: AnyTool): LanguageModelV4FunctionTool {
  const { name, description, jsonSchema, strict, examples, providerOptions } = tool
  const known = described.get(tool)
  if (known?.of === jsonSchema) return known.as
  // The schema belongs to the application, so a copy is frozen.
  const inputSchema = trimSchema(cloneJson(jsonSchema), name)
  const as: LanguageModelV4FunctionTool = {
    type: 'function',
    name,
    description,
    inputSchema,
  }
  if (examples.length > 0) as.inputExamples = examples.map((input) => ({ input: cloneJson(input) }))
  if (strict !== undefined) as.strict = strict
  if (providerOptions) as.providerOptions = cloneJson(providerOptions)
  described.set(tool, { of: jsonSchema, as: deepFreeze(as) })
  return as
}

/** The keywords whose value holds schemas by names of your own. */
const named = 'properties patternProperties definitions $defs dependentSchemas'.split(' ')

/** The keywords whose value is a schema, or a list of schemas. */
const inner = (
  'items prefixItems additionalItems additionalProperties propertyNames contains ' +
  'anyOf oneOf allOf not if then else'
).split(' ')

/**
 * Removes, in place, what tells a model nothing: `$schema`, empty descriptions, and titles that
 * repeat the name. Other texts stay byte for byte. `name` is that of the tool or property.
 */
function trimSchema(schema: JSONSchema7, name?: string): JSONSchema7 {
  const keywords = schema as Record<string, unknown>
  const { description, title } = keywords
  delete keywords['$schema']
  if (typeof title === 'string' && (title === '' || title === name)) delete keywords['title']
  if (description === '') delete keywords['description']
  for (const keyword of inner) {
    for (const each of [keywords[keyword]].flat()) if (isSchema(each)) trimSchema(each)
  }
  for (const keyword of named) {
    const schemas = keywords[keyword]
    if (!isSchema(schemas)) continue
    for (const [key, each] of Object.entries(schemas)) if (isSchema(each)) trimSchema(each, key)
  }
  return schema
}

const isSchema = (value: unknown): value is JSONSchema7 =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
