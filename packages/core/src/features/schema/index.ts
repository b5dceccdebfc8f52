export { type SchemaConverter, registerSchemaConverter } from '../../schema/parameters.ts'
