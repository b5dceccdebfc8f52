export { type SchemaConverter, registerSchemaConverter } from './parameters.ts'
