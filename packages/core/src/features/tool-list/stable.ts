import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { cloneJson } from '../../json/json.ts'
import { deepFreeze } from '../../messages/message.ts'
import { isHidden } from '../../model/request.ts'
import type { ListedTool, ToolList } from '../../model/tool-list.ts'
import type { AnyTool } from '../../tools/tool.ts'

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
