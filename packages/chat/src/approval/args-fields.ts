import type { PendingApproval, JsonObject, JsonValue } from '@ambit/core'
import { argWords, namedArgs } from '../values/arg-words.ts'

type Schema = Exclude<NonNullable<PendingApproval['parameters']['properties']>[string], boolean>

/** One argument, as a field of a form. */
export interface ArgsField {
  readonly name: string
  /** The name for people, with the unit. */
  readonly title: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  /** The options of a `choice`. */
  readonly options: readonly string[]
  readonly isRequired: boolean
  readonly hint?: string | undefined
  /** The first text of the field. For a `boolean`: `true`, or empty. */
  readonly text: string
}

/** Returns the arguments that a form begins with: those of the call, and the schema's defaults. */
export function formArgs(request: PendingApproval): JsonObject {
  const properties = Object.entries(request.parameters.properties ?? {})
  const defaults = properties.flatMap(([name, schema]) =>
    typeof schema === 'object' && schema.default !== undefined ? [[name, schema.default]] : [],
  )
  return { ...(Object.fromEntries(defaults) as JsonObject), ...namedArgs(request) }
}

/**
 * Returns the fields for a call's arguments: first those in the schema, in its order, then others
 * that were given. An ignored argument has no field.
 */
export function toFields(request: PendingApproval): readonly ArgsField[] {
  const { parameters } = request
  const args = formArgs(request)
  const { properties = {}, required = [] } = parameters
  const names = new Set([...Object.keys(properties), ...Object.keys(args)])
  return [...names].map((name) => {
    const given = properties[name]
    const schema: Schema = typeof given === 'object' ? given : {}
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    const kind = kindOf(schema, value)
    const { title, unit } = argWords(parameters, name)
    return {
      name,
      title: unit === undefined ? title : `${title} (${unit})`,
      kind,
      options: (schema.enum ?? []).map(String),
      isRequired: required.includes(name),
      hint: schema.description,
      text: toText(value, kind),
    }
  })
}

function kindOf({ type, enum: options }: Schema, value: JsonValue | undefined): ArgsField['kind'] {
  const isString = typeof value === 'string' || value === undefined
  if (options?.every((option) => typeof option === 'string') && isString) return 'choice'
  if (typeof value === 'boolean' || (type === 'boolean' && value === undefined)) return 'boolean'
  if (typeof value === 'number') return 'number'
  if (value === undefined && (type === 'number' || type === 'integer')) return 'number'
  return typeof value === 'string' || (value === undefined && type === 'string') ? 'text' : 'json'
}

function toText(value: JsonValue | undefined, kind: ArgsField['kind']): string {
  if (value === undefined || value === false) return ''
  return typeof value === 'object' || kind === 'json'
    ? JSON.stringify(value, undefined, 2)
    : String(value)
}

/**
 * Parses the texts of a form into arguments, or returns the names of fields that cannot be parsed.
 * An empty field is left out, unless the model gave a text or a boolean there.
 */
export function fromFields(
  fields: readonly ArgsField[],
  texts: Readonly<Record<string, string>>,
  given: JsonObject,
): { readonly args: JsonObject } | { readonly invalid: readonly string[] } {
  const args: Record<string, JsonValue | undefined> = {}
  const invalid: string[] = []
  for (const { name, kind } of fields) {
    const text = texts[name] ?? ''
    const wasGiven = Object.hasOwn(given, name)
    if (text === '' && !(wasGiven && (kind === 'text' || kind === 'boolean'))) continue
    try {
      args[name] = parse(text, kind)
    } catch {
      invalid.push(name)
    }
  }
  return invalid.length ? { invalid } : { args }
}

function parse(text: string, kind: ArgsField['kind']): JsonValue {
  if (kind === 'text' || kind === 'choice') return text
  if (kind === 'boolean') return text === 'true'
  const value = JSON.parse(text) as JsonValue
  if (kind === 'number' && typeof value !== 'number') throw new TypeError('no number')
  return value
}
