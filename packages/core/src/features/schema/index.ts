export { isJsonObject } from '../../json/json.ts'
export {
  readSchema,
  registerSchemaConverter,
  type SchemaConverter,
} from '../../schema/parameters.ts'
