import type { PendingApproval, JsonObject, JsonValue } from '@ambit/core'
import { type ArgWords, argWords, askedArgs } from '../values/arg-words.ts'
import { parseNumber, writeNumber } from '../values/numbers.ts'
import type { ApprovalStrings } from './approval-strings.ts'

type Schema = Exclude<NonNullable<PendingApproval['parameters']['properties']>[string], boolean>

/** One argument, as a field of a form. */
export interface ArgsField {
  readonly name: string
  /** The name for people, with the unit. */
  readonly title: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'lines' | 'json'
  readonly words: ArgWords
  /** The options of a `choice`. */
  readonly options: readonly string[]
  readonly isRequired: boolean
  readonly hint?: string | undefined
  readonly schema: Schema
  /** The first text of the field. For a `boolean`: `true`, or empty. */
  readonly text: string
}

/** Returns the arguments that a form begins with: those of the call, and the schema's defaults. */
export function formArgs(request: PendingApproval): JsonObject {
  const properties = Object.entries(request.parameters.properties ?? {})
  const defaults = properties.flatMap(([name, schema]) =>
    typeof schema === 'object' && schema.default !== undefined ? [[name, schema.default]] : [],
  )
  return { ...(Object.fromEntries(defaults) as JsonObject), ...askedArgs(request) }
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
    const words = argWords(parameters, name)
    const { title, unit } = words
    return {
      name,
      words,
      title: unit === undefined || isNamed(unit, title) ? title : `${title} (${unit})`,
      kind,
      options: (schema.enum ?? []).map(String),
      isRequired: required.includes(name),
      hint: schema.description,
      schema,
      // Thousands of numbers are written only where they are shown.
      get text() {
        return toText(value, kind)
      },
    }
  })
}

/** Whether a title has a unit in it, perhaps in the plural. */
const isNamed = (unit: string, title: string): boolean =>
  title
    .toLowerCase()
    .split(/[^\p{L}\p{N}%]+/u)
    .some((word) => word === unit.toLowerCase() || word === `${unit}s`)

function kindOf(schema: Schema, value: JsonValue | undefined): ArgsField['kind'] {
  const { type, enum: options } = schema
  const isString = typeof value === 'string' || value === undefined
  if (options?.every((option) => typeof option === 'string') && isString) return 'choice'
  if (typeof value === 'boolean' || (type === 'boolean' && value === undefined)) return 'boolean'
  if (typeof value === 'number') return 'number'
  if (value === undefined && (type === 'number' || type === 'integer')) return 'number'
  if (isListOfLines(schema, value)) return 'lines'
  return typeof value === 'string' || (value === undefined && type === 'string') ? 'text' : 'json'
}

/** Whether a list has texts only, each of one line. */
function isListOfLines({ type, items }: Schema, value: JsonValue | undefined): boolean {
  const ofTexts = typeof items === 'object' && !Array.isArray(items) && items.type === 'string'
  if (type === 'array' && !ofTexts) return false
  return value === undefined
    ? type === 'array'
    : Array.isArray(value) && value.length + Number(ofTexts) > 0 && value.every(isLine)
}

const isLine = (value: JsonValue): boolean =>
  typeof value === 'string' && value !== '' && !/[\n\r]/.test(value)

function toText(value: JsonValue | undefined, kind: ArgsField['kind']): string {
  if (value === undefined || value === false) return ''
  if (kind === 'lines') return (value as readonly string[]).join('\n')
  if (typeof value === 'number') return writeNumber(value)
  return typeof value === 'object' || kind === 'json'
    ? JSON.stringify(value, undefined, 2)
    : String(value)
}

/** What the fields of a form come to. */
interface FieldsRead {
  readonly args: JsonObject
  /** Why a field does not fit, by its name; empty if all of them fit. */
  readonly faults: Readonly<Record<string, string>>
}

/**
 * Parses the texts of a form into arguments. `texts` has those that the user typed; any other
 * field is as it was given. An empty field is left out, unless the model gave a text, a list or a
 * boolean there.
 */
export function fromFields(
  fields: readonly ArgsField[],
  texts: Readonly<Record<string, string>>,
  given: JsonObject,
  strings: ApprovalStrings,
): FieldsRead {
  const args: Record<string, JsonValue | undefined> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const { name, kind, isRequired } = field
    const isGiven = Object.hasOwn(given, name)
    const isTyped = texts[name] !== undefined
    const text = texts[name] ?? ''
    const isList = kind === 'boolean' || kind === 'lines'
    const isKept = isGiven ? !isTyped || isList || kind === 'text' : isRequired && isList
    if (text === '' && !isKept) {
      if (isRequired) faults[name] = strings.needed
      continue
    }
    let fault: string | undefined
    try {
      const value = isGiven && !isTyped ? (given[name] ?? null) : parseField(text, kind)
      args[name] = value
      fault = faultOf(value, field.schema, strings)
    } catch {
      fault =
        kind === 'number'
          ? strings.invalidNumber(exampleOf(field.schema, strings))
          : strings.invalidField
    }
    if (fault !== undefined) faults[name] = fault
  }
  return { args, faults }
}

/** Returns why a value does not fit, for people; undefined if its schema has nothing against it. */
function faultOf(value: JsonValue, schema: Schema, strings: ApprovalStrings): string | undefined {
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
    // As JSON Schema counts, a character of two code units is one.
    const length = Array.from(value).length
    if (length < minLength && length === 0) return strings.needed
    if (length < minLength || length > maxLength)
      return strings.invalidLength(schema.minLength, schema.maxLength)
    // Its pattern may be of a server, and take minutes here. The tool tells of that.
    return undefined
  }
  if (typeof value !== 'number') return undefined
  const { type, multipleOf } = schema
  const write = (bound: number | undefined): string | undefined =>
    // The bounds of all safe whole numbers are not a rule of the application.
    bound !== undefined && Number.isSafeInteger(Math.trunc(bound) * 2)
      ? writeNumber(bound, true)
      : undefined
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const isOut =
    value < (minimum ?? value) ||
    value > (maximum ?? value) ||
    (above !== undefined && value <= above) ||
    (below !== undefined && value >= below)
  if (isOut) {
    return strings.invalidRange({
      atLeast: write(minimum),
      above: write(above),
      atMost: write(maximum),
      below: write(below),
    })
  }
  if (type === 'integer' && !Number.isInteger(value))
    return strings.invalidNumber(exampleOf(schema, strings))
  const parts = value / (multipleOf ?? 1)
  const isPart = multipleOf === undefined || Math.abs(parts - Math.round(parts)) < 1e-9
  return isPart ? undefined : strings.unfit
}

/** Returns a number that a schema has nothing against, if one is found, as the page writes it. */
function exampleOf(schema: Schema, strings: ApprovalStrings): string {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const step = type === 'integer' ? 1 : 0.5
  const low = minimum ?? exclusiveMinimum ?? 0
  const high = maximum ?? exclusiveMaximum ?? low + 1
  const examples = [1234 + (step % 1), high - step, low + step, high, low]
  const fits = examples.find((example) => faultOf(example, schema, strings) === undefined)
  return writeNumber(fits ?? 1234, true)
}

/** Parses the text of a field. Throws if it cannot be parsed. */
export function parseField(text: string, kind: ArgsField['kind']): JsonValue {
  if (kind === 'text' || kind === 'choice') return text
  if (kind === 'boolean') return text === 'true'
  if (kind === 'lines') return text.split(/\r?\n/).filter((line) => line !== '')
  if (kind === 'number') return parseNumber(text)
  return JSON.parse(text) as JsonValue
}
