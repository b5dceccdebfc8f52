import type { Parameters } from '../../schema/parameters.ts'

/** The form an answer is to have, in words for models that take no schema. */
export const outputInstruction = ({ jsonSchema }: Parameters): string =>
  `Give your final answer as one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(jsonSchema)}`
