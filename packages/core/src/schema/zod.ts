/**
 * `import '@ambit/core/schema/zod'` lets tools take schemas of zod 3.25's `zod/v4` and of `zod/mini`, which do not describe themselves. zod 4's own need
 * no import.
 */
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { registerSchemaConverter } from './parameters.ts'
import type { StandardSchema } from './parameters.ts'

registerSchemaConverter('zod', (schema) => {
  if (!isZod4(schema)) {
    throw new TypeError(
      'It is a schema of zod 3, which cannot be converted. Build it with `import * as z from "zod/v4"`, which zod 3.25 contains.',
    )
  }
  return toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      // Descriptions are kept by the copy of zod that made the schema, which need not be this one.
      const description: unknown = Reflect.get(zodSchema, 'description')
      if (typeof description === 'string') jsonSchema.description ??= description
    },
  })
})

const isZod4 = (schema: StandardSchema): schema is StandardSchema & $ZodType => '_zod' in schema
