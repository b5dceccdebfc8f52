/**
 * Registers a converter: `import 'ambit/schema/zod'`. Tools then take schemas of `zod/v4` in
 * zod 3.25 and of `zod/mini`, which do not describe themselves. Schemas of zod 4 itself need no
 * import.
 */
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { registerSchemaConverter } from '../../schema/parameters.ts'
import type { StandardSchema } from '../../schema/parameters.ts'

registerSchemaConverter('zod', (schema) =>
  toJSONSchema(schema as StandardSchema & $ZodType, {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      // The copy of zod that made the schema keeps the descriptions. That copy need not be this
      // one.
      const description: unknown = Reflect.get(zodSchema, 'description')
      if (typeof description === 'string') jsonSchema.description ??= description
    },
  }),
)
