// The reasons: decisions/0071.
import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { inDevelopment } from '../../dev/in-development.ts'
import { cloneJson, isJsonObject } from '../../json/json.ts'
import { deepFreeze } from '../../messages/message.ts'
import { toWellFormed } from '../../model/prompt.ts'
import { estimateRequest } from '../../model/request.ts'
import type { ToolList } from '../../model/tool-list.ts'
import { toSendableSchema } from '../../schema/sendable.ts'
import type { AnyTool } from '../../tools/tool.ts'

/**
 * The tool list of agents without one: the tools that are on now. A provider's cache of the prompt
 * is lost with each tool that goes on or off.
 */
export const toolsOn: ToolList = {
  choose: (tools, at) => ({
    tools: tools.flatMap(({ tool, availability }) =>
      availability.enabled ? [describeTool(tool)] : [],
    ),
    finish: (request) => {
      inDevelopment('flips', at, tools, request, estimateRequest)
      return request
    },
  }),
}

/** The description of each tool for models, with the schema that it was made from. */
const described = new WeakMap<AnyTool, { of: JSONSchema7; as: LanguageModelV4FunctionTool }>()

/**
 * Returns the description of a tool for models: of the agent, and of callers from outside. The
 * schema is in the words that every provider takes, without half characters. It is frozen, so that
 * it is written as JSON once. A tool whose schema has changed gets a new description.
 */
export function describeTool(tool: AnyTool): LanguageModelV4FunctionTool {
  const { name, description, jsonSchema, strict, examples, providerOptions } = tool
  const known = described.get(tool)
  if (known?.of === jsonSchema) return known.as
  // The schema belongs to the application, so a copy is frozen.
  const inputSchema = trimSchema(toSendableSchema(cloneJson(jsonSchema)), strict, name)
  if (strict) inDevelopment('strict', name, inputSchema)
  const as: LanguageModelV4FunctionTool = {
    type: 'function',
    name,
    description,
    inputSchema,
  }
  if (examples.length > 0) as.inputExamples = examples.map((input) => ({ input: cloneJson(input) }))
  if (strict !== undefined) as.strict = strict
  if (providerOptions) as.providerOptions = cloneJson(providerOptions)
  const made = deepFreeze(toWellFormed(as))
  described.set(tool, { of: jsonSchema, as: made })
  return made
}

/** The keywords whose value holds schemas by names of your own. */
const named = 'properties patternProperties definitions $defs dependentSchemas'.split(' ')

/** The keywords whose value is a schema, or a list of schemas. */
const inner = (
  'items prefixItems additionalItems additionalProperties propertyNames contains ' +
  'anyOf oneOf allOf not if then else'
).split(' ')

/** The keywords of schemas that say a part of a value, beside what others say of it. */
const parts: ReadonlySet<string> = new Set(['allOf', 'not', 'if', 'then', 'else'])

/**
 * Removes, in place, what tells a model nothing: `$schema`, empty descriptions, and titles that
 * repeat the name. Other texts stay byte for byte. `name` is that of the tool or property. Where
 * nothing is said of other properties, a strict schema refuses them: providers want it so.
 */
function trimSchema(
  schema: JSONSchema7,
  isStrict: boolean | undefined,
  name?: string,
): JSONSchema7 {
  const keywords = schema as Record<string, unknown>
  const { description, title } = keywords
  delete keywords['$schema']
  if (typeof title === 'string' && (title === '' || title === name)) delete keywords['title']
  if (description === '') delete keywords['description']
  if (isStrict && keywords['properties']) keywords['additionalProperties'] ??= false
  for (const keyword of inner) {
    const isWhole = isStrict && !parts.has(keyword)
    for (const each of [keywords[keyword]].flat()) if (isSchema(each)) trimSchema(each, isWhole)
  }
  for (const keyword of named) {
    const schemas = keywords[keyword]
    if (!isSchema(schemas)) continue
    for (const [key, each] of Object.entries(schemas))
      if (isSchema(each)) trimSchema(each, isStrict, key)
  }
  return schema
}

const isSchema: (value: unknown) => value is JSONSchema7 = isJsonObject
