import { jsonSchema, type StandardSchema, Tool } from '@ambit/core'
import { isJsonObject, readSchema } from '@ambit/core/schema'

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

/**
 * Reads a form's schema. What JSON cannot express, such as a file, is not a field. A member that
 * has to be a `Date` is filled by its text. The choices of a union of objects are one object with
 * all their members: the form checks which of them go together.
 *
 * With `hasTexts`, the values of the form are texts, as those of a `<form>` are, and a date is one
 * too. Throws `AgentError` for a schema that no tool could have.
 */
export function toFormFields(
  schema: StandardSchema,
  name: string,
  hasTexts: boolean = false,
): FormFields {
  const readable = inJson(schema)
  const { jsonSchema: whole, validate } = readSchema(readable, `tool "${name}"`)
  const marked = toPartial(toObject(whole))
  const partial = unmark(marked)
  const parameters = withoutLimits(partial)
  // Throws for what the tools could not have.
  void new Tool({ name, description: name, parameters, handler: () => undefined })
  return {
    parameters,
    toFields: (values) =>
      [...leaves(values, marked, '')].map(([path, value, member]) => [
        path,
        isMarked(member, 'date') && !hasTexts ? withDates(path, value) : value,
      ]),
    pick: (values) => pick(values, partial),
    check: async (values) => {
      const checked = await validate(values)
      if ('value' in checked) return {}
      return Object.fromEntries(
        checked.issues.map(({ path = [], message }) => [path.join('.'), message]),
      )
    },
  }
}

/** The keyword that marks a member: `date` of a `Date`, `none` of what no JSON can say. */
const mark = 'x-ambit-form'

/** Whether a member is marked: by itself, in its items, or in each choice but null. */
function isMarked(schema: unknown, as: 'date' | 'none'): boolean {
  if (!isJsonObject(schema)) return false
  const choices = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat()
  return (
    schema[mark] === as ||
    isMarked(schema['items'], as) ||
    (choices.some((each) => isMarked(each, as)) &&
      choices.every((each) => isMarked(each, as) || Object(each).type === 'null'))
  )
}

/** What a schema of zod is, as far as it is read here. */
interface ZodType {
  readonly def: { readonly type: string; readonly coerce?: boolean }
}

/** The types of zod that no JSON can say. */
const unsayable: ReadonlySet<string> = new Set(
  'bigint custom file function map nan set symbol void'.split(' '),
)

/** Returns a schema that describes itself also where JSON Schema has no words for it. */
function inJson(schema: StandardSchema): StandardSchema {
  const standard = schema?.['~standard']
  const { jsonSchema: own, vendor } = standard ?? {}
  if (!own || vendor !== 'zod') return schema
  const libraryOptions = {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }: { zodSchema: ZodType; jsonSchema: object }) => {
      const { type, coerce } = zodSchema.def
      if (type === 'date') {
        // The text of an input is what a coercion takes.
        Object.assign(jsonSchema, {
          type: 'string',
          format: 'date',
          ...(!coerce && { [mark]: type }),
        })
      } else if (unsayable.has(type)) {
        // The schema that zod writes for a file cannot be a parameter.
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
        Object.assign(jsonSchema, { [mark]: 'none' })
      }
    },
  }
  const input = (options: { target: string }): object =>
    own.input(Object.assign({ libraryOptions }, options))
  return { '~standard': { ...standard, jsonSchema: { input } } }
}

/** Returns the schema of an object: that of the choices of a union has all their members. */
function toObject(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, ...rest } = schema
  const choices = (oneOf ?? anyOf ?? []).filter(isJsonObject) as JsonSchema[]
  const isUnion = choices.length > 0 && choices.every(({ properties }) => properties)
  const objects = isUnion ? choices : [schema]
  const members = new Map<string, JsonSchema[]>()
  for (const { properties = {} } of objects) {
    for (const [key, member] of Object.entries(properties)) {
      if (!isJsonObject(member) || isMarked(member, 'none')) continue
      const known = members.get(key) ?? []
      const one = toObject(member as JsonSchema)
      if (!known.some((each) => JSON.stringify(each) === JSON.stringify(one))) known.push(one)
      members.set(key, known)
    }
  }
  if (members.size === 0 && !schema.properties) return schema
  const properties = [...members].map(([key, [first = {}, ...others]]) => [
    key,
    others.length ? { anyOf: [first, ...others] } : first,
  ])
  return {
    ...(isUnion ? rest : schema),
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
    ...(schema.required && {
      required: schema.required.filter((key) => members.has(key)),
    }),
  }
}

/** Returns the schema as the model gets it. */
const unmark = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === mark ? undefined : value)))

/** Returns a value with dates in place of their texts. */
const withDates = (path: string, value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => withDates(path, each))
    : typeof value === 'string'
      ? toDate(path, value)
      : value

function toDate(path: string, text: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new Error(`"${path}" is not a date: ${text}`)
  return date
}

/** The keywords of limits. A value past one is filled in, and the form says what is wrong. */
const limits = /^(exclusive)?(min|max)(imum|Length|Items|Properties)$/i

/** Returns parameters that tell the limits of a schema, and do not check them. */
function withoutLimits(schema: JsonSchema): FormFields['parameters'] {
  const told = jsonSchema(schema)['~standard']
  const checked = jsonSchema(strip(schema) as JsonSchema)['~standard']
  return { '~standard': { ...told, validate: checked.validate } }
}

function strip(schema: unknown, isOfNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => strip(each))
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isOfNames || !limits.test(key))
      .map(([key, value]) => [key, strip(value, !isOfNames && key === 'properties')]),
  )
}

/** Returns the value at a path, also in lists; undefined if there is none. */
export const readPath = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (Object.hasOwn(Object(at), key) ? Object(at)[key] : undefined),
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
  const own: Record<string, unknown> = Object.assign(Array.isArray(values) ? [] : {}, values)
  own[key] = rest.length ? withPath(own[key], rest, value) : value
  return own
}

function* leaves(
  values: Record<string, unknown>,
  { properties = {} }: JsonSchema,
  prefix: string,
): Generator<readonly [...FieldValue, member: unknown]> {
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
    if (isJsonObject(value) && isJsonObject(schema) && schema['properties']) {
      yield* leaves(value, schema as JsonSchema, `${path}.`)
    } else if (
      isJsonObject(value) &&
      isJsonObject(schema) &&
      isJsonObject(schema['additionalProperties'])
    ) {
      // An entry of a record is a field, and leaves the others.
      const entry = schema['additionalProperties'] as JsonSchema
      const entries = Object.fromEntries(Object.keys(value).map((name) => [name, entry]))
      yield* leaves(value, { properties: entries }, `${path}.`)
    } else {
      yield [path, value, schema]
    }
  }
}

function pick(values: object, { properties = {} }: JsonSchema): Record<string, unknown> {
  const own = Object.entries(values).filter(([key]) => Object.hasOwn(properties, key))
  return Object.fromEntries(
    own.map(([key, value]: [string, unknown]) => [key, pickOf(value, properties[key])]),
  )
}

/** Returns the part of a value that a schema names: of a record, and of each item or entry. */
function pickOf(value: unknown, schema: unknown): unknown {
  if (!isJsonObject(schema)) return value
  if (Array.isArray(value)) return value.map((each) => pickOf(each, schema['items']))
  if (!isJsonObject(value)) return value
  if (schema['properties']) return pick(value, schema as JsonSchema)
  const entry = schema['additionalProperties']
  if (!isJsonObject(entry)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pickOf(each, entry)]))
}

/** Removes `required` from a schema and its nested objects. The items of a list stay complete. */
function toPartial(whole: JsonSchema): JsonSchema {
  const schema = { ...whole }
  delete schema.required
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([key, property]) => [
    key,
    isJsonObject(property) ? toPartial(property as JsonSchema) : property,
  ])
  return { ...schema, properties: Object.fromEntries(properties) as typeof schema.properties }
}
