import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { cloneJson } from '../json/json.ts'
import { deepFreeze } from '../messages/message.ts'
import type { AnyTool } from '../tools/tool.ts'
import { trimSchema } from './trim-schema.ts'

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
