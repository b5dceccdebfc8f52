/** `import '@ambit/core/schema/valibot'` lets tools take Valibot schemas. Needs `@valibot/to-json-schema`. */
import { toJsonSchema } from '@valibot/to-json-schema'
import { registerSchemaConverter } from './parameters.ts'

registerSchemaConverter('valibot', (schema) =>
  toJsonSchema(schema as unknown as Parameters<typeof toJsonSchema>[0], { typeMode: 'input' }),
)
