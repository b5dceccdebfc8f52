export * from '../../json/json.ts'
export * from '../../schema/parameters.ts'
