/**
 * Registers a converter, so that tools take Valibot schemas: `import 'ambit/schema/valibot'`.
 * Needs `@valibot/to-json-schema`.
 */
import { toJsonSchema } from '@valibot/to-json-schema'
import { registerSchemaConverter } from '../../schema/parameters.ts'

registerSchemaConverter('valibot', (schema) =>
  toJsonSchema(schema as unknown as Parameters<typeof toJsonSchema>[0], { typeMode: 'input' }),
)
