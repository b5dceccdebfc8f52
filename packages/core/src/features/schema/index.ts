export {
  readSchema,
  registerSchemaConverter,
  type SchemaConverter,
} from '../../schema/parameters.ts'
