import { jsonSchema, type StandardSchema, Tool } from '@ambit/core'

type JsonSchema = Tool['jsonSchema']

/** One field, by its path: `address.street`. */
export type FieldValue = readonly [path: string, value: unknown]

/** The fields of a form, as its schema names them. */
export interface FormFields {
  /** The schema with no field required, so that some can be filled. */
  readonly parameters: StandardSchema<unknown, Record<string, unknown>>
  /** The fields of an object that is nested as the schema is. Throws, naming it, for one that the schema does not. */
  toFields(values: Record<string, unknown>): FieldValue[]
  /** Of a form's values those that the schema names. */
  pick(values: object): Record<string, unknown>
  /** What the schema finds wrong, by the fields' paths. */
  check(values: object): Promise<Record<string, string>>
}

/** Reads a form's schema. Throws `AgentError` for one that no tool could have. */
export function toFormFields(schema: StandardSchema, name: string): FormFields {
  const handler = (): undefined => undefined
  const whole = new Tool({ name, description: name, parameters: schema, handler })
  const partial = toPartial(whole.jsonSchema)
  return {
    parameters: jsonSchema(partial),
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

/** The value at a path; undefined where there is none. */
export const readPath = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      values,
    )

/** Whether a path is a field's, or of something in it. */
export const isIn = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`)

/** A copy of the values in which the fields have theirs. */
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

/** Nested objects are filled in part as well; what a list holds is whole. */
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
