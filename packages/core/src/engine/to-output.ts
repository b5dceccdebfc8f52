import { toParameters } from '../schema/parameters.ts'
import type { StandardSchema } from '../schema/standard-schema.ts'
import type { Output } from './run-config.ts'

/** Makes an `output` schema ready: sent natively, told in words for models that take none, and always checked. */
export function toOutput(schema: StandardSchema): Output {
  const parameters = toParameters(schema, '`output`')
  const instruction = `Give your final answer as one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(parameters.jsonSchema)}`
  return { ...parameters, instruction }
}
