import type { PendingQuestion } from '@ambit/core'

type Schema = NonNullable<PendingQuestion['schema']>

interface FieldBase {
  /**
   * The position of the value in the answer, as property names of the schema. Empty if the answer
   * is not an object.
   */
  readonly path: readonly string[]
  readonly label: string
  readonly hint?: string | undefined
  readonly isRequired: boolean
  /** True if the schema allows null. An empty field that is required is then answered with null. */
  readonly isNullable: boolean
  readonly initial?: unknown
}

export type FormField = FieldBase &
  (
    | { readonly kind: 'group'; readonly fields: readonly FormField[] }
    | { readonly kind: 'text'; readonly type: TextType; readonly maxLength?: number | undefined }
    | {
        readonly kind: 'number'
        readonly step: number | 'any'
        readonly min?: number | undefined
        readonly max?: number | undefined
      }
    | { readonly kind: 'check' }
    | { readonly kind: 'choice' | 'choices'; readonly options: readonly Option[] }
    | { readonly kind: 'lines' | 'json' }
    /** An address for the user to open. The answer is the address. */
    | { readonly kind: 'link'; readonly url: string }
  )

export type TextType = 'text' | 'long' | 'email' | 'url' | 'date' | 'datetime-local' | 'time'

export interface Option {
  readonly value: unknown
  readonly label: string
}

/**
 * Returns the fields of a form for the schema of an answer. Without a schema, the answer is text.
 */
export function toFields(schema: Schema = { type: 'string' }, label: string): FormField[] {
  const field = toField(schema, { path: [], label, isRequired: true, root: schema, depth: 0 })
  return field.kind === 'group' ? [...field.fields] : [field]
}

interface At {
  readonly path: readonly string[]
  readonly label: string
  readonly isRequired: boolean
  readonly root: Schema
  readonly depth: number
}

/** The deepest level of nested groups. A deeper object is asked for as JSON. */
const mostDepth = 4

function toField(given: Schema, at: At): FormField {
  const { schema, isNullable } = withoutNull(resolve(given, at.root), at.root)
  const { title, description, default: initial } = { ...given, ...schema }
  const { path, isRequired, depth } = at
  const label = title ?? at.label
  const base = { path, label, hint: description, isRequired, isNullable, initial }
  const url = toLink(schema)
  if (url !== undefined) return { ...base, kind: 'link', url, initial: url }
  const options = toOptions(schema)
  if (options) return { ...base, kind: 'choice', options }
  switch (schema.type) {
    case 'boolean':
      return { ...base, kind: 'check' }
    case 'integer':
    case 'number':
      return { ...base, kind: 'number', ...toRange(schema) }
    case 'string':
      return { ...base, kind: 'text', type: toTextType(schema), maxLength: schema.maxLength }
    case 'array': {
      const items = isSchema(schema.items) ? resolve(schema.items, at.root) : {}
      const choices = toOptions(items)
      if (choices) return { ...base, kind: 'choices', options: choices }
      return { ...base, kind: items.type === 'string' ? 'lines' : 'json' }
    }
    case 'object': {
      if (!schema.properties || depth === mostDepth) return { ...base, kind: 'json' }
      const fields = Object.entries(schema.properties).map(([name, property]) =>
        toField(isSchema(property) ? property : {}, {
          path: [...path, name],
          label: inWords(name),
          isRequired: schema.required?.includes(name) ?? false,
          root: at.root,
          depth: depth + 1,
        }),
      )
      return { ...base, kind: 'group', fields }
    }
    default:
      return { ...base, kind: 'json' }
  }
}

/** Returns the address that is the only answer, if a user may open it. */
function toLink({ format, const: url }: Schema): string | undefined {
  const isSafe = typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:'
  return format === 'uri' && isSafe ? url : undefined
}

/** Returns an option for each value that a schema lists; undefined if it lists none. */
function toOptions(schema: Schema): Option[] | undefined {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (values) return values.map((value) => ({ value, label: wordFor(value) }))
  const variants = schema.oneOf ?? schema.anyOf
  if (!variants?.every((variant) => isSchema(variant) && 'const' in variant)) return undefined
  return variants.filter(isSchema).map((variant) => ({
    value: variant.const,
    label: variant.title ?? wordFor(variant.const),
  }))
}

/** Returns text unchanged, anything else as JSON. */
export const wordFor = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

function toRange(schema: Schema): { step: number | 'any'; min?: number; max?: number } {
  const { minimum, maximum, multipleOf, type } = schema
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  return {
    step: multipleOf ?? (type === 'integer' ? 1 : 'any'),
    ...(isBound(minimum) && { min: minimum }),
    ...(isBound(maximum) && { max: maximum }),
  }
}

const formats: Readonly<Record<string, TextType>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
}

const toTextType = ({ format = '', maxLength = 0 }: Schema): TextType =>
  formats[format] ?? (maxLength > 200 ? 'long' : 'text')

/** Reduces `X or null` to `X`. */
function withoutNull(schema: Schema, root: Schema): { schema: Schema; isNullable: boolean } {
  const { type, anyOf } = schema
  if (Array.isArray(type) && type.includes('null')) {
    const [other, ...more] = type.filter((one) => one !== 'null')
    if (other && more.length === 0) return { schema: { ...schema, type: other }, isNullable: true }
  }
  const others = anyOf?.filter((one) => !isSchema(one) || one.type !== 'null') ?? []
  const [only] = others
  if (anyOf && others.length < anyOf.length && others.length === 1 && isSchema(only)) {
    return { schema: resolve(only, root), isNullable: true }
  }
  return { schema, isNullable: false }
}

/**
 * Resolves a local reference: `#`, `#/definitions/name` or `#/$defs/name`. Also resolves the only
 * member of `allOf`.
 */
function resolve(schema: Schema, root: Schema): Schema {
  const [only, ...more] = schema.allOf ?? []
  if (isSchema(only) && more.length === 0) {
    return resolve({ ...only, ...schema, allOf: undefined } as Schema, root)
  }
  if (schema.$ref === '#') return root
  const [, where, name] = /^#\/(definitions|\$defs)\/(.+)$/.exec(schema.$ref ?? '') ?? []
  if (!where || !name) return schema
  const found = root[where as 'definitions']?.[name]
  return isSchema(found) ? ({ ...found, ...schema, $ref: undefined } as Schema) : {}
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts `firstName` and `first_name` to `First name`. */
function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
