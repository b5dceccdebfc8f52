import { jsonSchema, type StandardSchema, Tool } from '@ambit/core'

type JsonSchema = Tool['jsonSchema']

/** A field by its path, such as `address.street`, with its value. */
export type FieldValue = readonly [path: string, value: unknown]

/** The fields of a form that its schema names. */
export interface FormFields {
  /** The schema without required fields, so that only some can be filled. */
  readonly parameters: StandardSchema<unknown, Record<string, unknown>>
  /**
   * Returns the fields of an object that is nested like the schema. Throws an error that names the
   * field if the schema does not have it.
   */
  toFields(values: Record<string, unknown>): FieldValue[]
  /** Returns those of the values that the schema names. */
  pick(values: object): Record<string, unknown>
  /** Resolves with the errors that the schema finds, by the paths of the fields. */
  check(values: object): Promise<Record<string, string>>
}

/** Reads a form's schema. Throws `AgentError` for a schema that no tool could have. */
export function toFormFields(schema: StandardSchema, name: string): FormFields {
  const handler = (): undefined => undefined
  const whole = new Tool({ name, description: name, parameters: schema, handler })
  const partial = toPartial(whole.jsonSchema)
  return {
    parameters: withoutLimits(partial),
    toFields: (values) => [...leaves(values, partial, '')],
    pick: (values) => pick(values, partial),
    check: async (values) => {
      const checked = await whole.validate(values)
      if ('value' in checked) return {}
      return Object.fromEntries(
        checked.issues.map(({ path = [], message }) => [path.join('.'), message]),
      )
    },
  }
}

/** The keywords of limits. A value past one is filled in, and the form says what is wrong. */
const limits: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
])

/** Returns parameters that tell the limits of a schema, and do not check them. */
function withoutLimits(schema: JsonSchema): FormFields['parameters'] {
  const told = jsonSchema(schema)['~standard']
  const checked = jsonSchema(strip(schema) as JsonSchema)['~standard']
  return { '~standard': { ...told, validate: checked.validate } }
}

function strip(schema: unknown, isOfNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => strip(each))
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isOfNames || !limits.has(key))
      .map(([key, value]) => [key, strip(value, !isOfNames && key === 'properties')]),
  )
}

/** Returns the value at a path; undefined if there is none. */
export const readPath = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      values,
    )

/** Whether a path is that of a field, or of a value inside the field. */
export const isIn = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`)

/** Returns a copy of the values in which the given fields are set. */
export function withFields(
  values: Record<string, unknown>,
  fields: readonly FieldValue[],
): Record<string, unknown> {
  let result = values
  for (const [path, value] of fields) result = withPath(result, path.split('.'), value)
  return result
}

function withPath(
  values: unknown,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const own = isRecord(values) ? values : {}
  return { ...own, [key]: rest.length ? withPath(own[key], rest, value) : value }
}

function* leaves(
  values: Record<string, unknown>,
  { properties = {} }: JsonSchema,
  prefix: string,
): Generator<FieldValue> {
  for (const [key, value] of Object.entries(values)) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
    const path = prefix + key
    if (schema === undefined) {
      throw new Error(
        `The form has no field "${path}". It has ${Object.keys(properties)
          .map((name) => `"${prefix}${name}"`)
          .join(', ')}.`,
      )
    }
    if (isRecord(value) && isRecord(schema) && schema['properties']) {
      yield* leaves(value, schema as JsonSchema, `${path}.`)
    } else {
      yield [path, value]
    }
  }
}

function pick(values: object, { properties = {} }: JsonSchema): Record<string, unknown> {
  const own = Object.entries(values).filter(([key]) => Object.hasOwn(properties, key))
  return Object.fromEntries(
    own.map(([key, value]: [string, unknown]) => {
      const schema = properties[key]
      const isNested = isRecord(value) && isRecord(schema) && schema['properties']
      return [key, isNested ? pick(value, schema as JsonSchema) : value]
    }),
  )
}

/** Removes `required` from a schema and its nested objects. The items of a list stay complete. */
function toPartial(whole: JsonSchema): JsonSchema {
  const schema = { ...whole }
  delete schema.required
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([key, property]) => [
    key,
    isRecord(property) ? toPartial(property as JsonSchema) : property,
  ])
  return { ...schema, properties: Object.fromEntries(properties) as typeof schema.properties }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
