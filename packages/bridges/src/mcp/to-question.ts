import { jsonSchema } from '@ambit/core'
import { type McpObject, toObject } from './mcp-wire.ts'

/** The most fields of one question, and characters of its schema. */
const most = { fields: 50, schema: 20_000 }

/** Returns the schema of a question. Undefined for one that is not shown to a user. */
export function toQuestion(params: McpObject): ReturnType<typeof jsonSchema> | undefined {
  const schema = params['mode'] === 'url' ? toLink(params) : toForm(params)
  return schema && withLimits(schema)
}

/** Returns the schema of a form: plain fields alone, as the protocol has it. */
function toForm({ requestedSchema }: McpObject): object | undefined {
  const schema = toObject(requestedSchema)
  const fields = Object.values(toObject(schema['properties'])).map(toObject)
  const isPlain = fields.every(({ type }) => type !== 'object' && type !== undefined)
  const isSmall = fields.length <= most.fields && JSON.stringify(schema).length <= most.schema
  if (schema['type'] !== 'object' || !isPlain || !isSmall) return undefined
  const named = Object.entries(toObject(schema['properties'])).map(([name, field]) => [
    name,
    withTitles(toObject(field)),
  ])
  return { ...schema, properties: Object.fromEntries(named) as McpObject }
}

/** Returns a field whose titles of choices are as of 2025-11-25. Before, they were `enumNames`. */
function withTitles({ enumNames, ...field }: McpObject): McpObject {
  const { enum: values, ...rest } = field
  if (!Array.isArray(values) || !Array.isArray(enumNames)) return field
  const titles: readonly unknown[] = enumNames
  const oneOf = values.map((value: unknown, at) => {
    const title = titles[at]
    return { const: value, ...(typeof title === 'string' && title && { title }) }
  })
  return { ...rest, oneOf }
}

/** Returns the schema that shows an address for the user to open. */
function toLink({ url }: McpObject): object | undefined {
  const address = URL.canParse(String(url)) ? new URL(String(url)) : undefined
  if (address?.protocol !== 'https:' || address.username || address.password) return undefined
  const link = { type: 'string', format: 'uri', const: address.href, title: address.host }
  return { type: 'object', properties: { link }, required: ['link'] }
}

type Form = ReturnType<typeof jsonSchema>
type Issue = { readonly message: string; readonly path: readonly string[] }

/**
 * Returns the schema of a question, with checks of the limits that questions of MCP may have. They
 * limit numbers, lengths and choices with titles. They also name formats: `email`, `uri`, `date`
 * and `date-time`. A server ends the whole call for an answer outside of them.
 */
export function withLimits(schema: object): Form {
  const form = jsonSchema(schema)
  const { validate, ...rest } = form['~standard']
  return {
    '~standard': {
      ...rest,
      validate: (value) => {
        const checked = validate(value)
        if (checked instanceof Promise) return checked
        const fields = Object.entries(toObject((schema as McpObject)['properties']))
        const issues = fields.flatMap(([name, field]): Issue[] => {
          const given = toObject(value)
          const message = Object.hasOwn(given, name)
            ? faultOf(given[name], toObject(field))
            : undefined
          return message === undefined ? [] : [{ message, path: [name] }]
        })
        // Their words name the choices and the units.
        return issues.length > 0 && !checked.issues?.some(isOfType) ? { issues } : checked
      },
    },
  }
}

const isOfType = ({ message }: { readonly message: string }): boolean =>
  message.includes('received') || message === 'required'

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/i.test(text) && isDay(text),
}

/** Whether a text begins with a day that the calendar has. */
function isDay(text: string): boolean {
  const at = new Date(text)
  const day = new Date(text.slice(0, 10))
  return Number.isFinite(at.getTime()) && day.getUTCDate() === Number(text.slice(8, 10))
}

/** Returns what is wrong with the answer of one field; undefined if it is within the limits. */
function faultOf(value: unknown, field: McpObject): string | undefined {
  const { format, oneOf, items } = field
  if (typeof value === 'number') return outside(value, field, ['minimum', 'maximum'], '')
  if (Array.isArray(value)) {
    const { anyOf, oneOf: titled = anyOf } = toObject(items)
    return (
      outside(value.length, field, ['minItems', 'maxItems'], ' choices') ??
      value.map((one) => notOneOf(one, titled)).find(Boolean)
    )
  }
  if (typeof value !== 'string') return undefined
  const length = outside(
    value.match(/[^]/gu)?.length ?? 0,
    field,
    ['minLength', 'maxLength'],
    ' characters',
  )
  const fits = formats[String(format)]
  if (length !== undefined) return length
  return fits && !fits(value) ? `expected ${String(format)}` : notOneOf(value, oneOf)
}

function outside(
  value: number,
  field: McpObject,
  [low, high]: readonly [string, string],
  unit: string,
): string | undefined {
  const { [low]: least, [high]: greatest, exclusiveMinimum, exclusiveMaximum } = field
  const isNumber = low === 'minimum'
  if (typeof least === 'number' && value < least) return `expected at least ${least}${unit}`
  if (typeof greatest === 'number' && value > greatest) return `expected at most ${greatest}${unit}`
  if (isNumber && typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return `expected more than ${exclusiveMinimum}`
  }
  if (isNumber && typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) {
    return `expected less than ${exclusiveMaximum}`
  }
  return undefined
}

/** Returns what is wrong with a choice, for choices that have titles. */
function notOneOf(value: unknown, choices: unknown): string | undefined {
  if (!Array.isArray(choices)) return undefined
  const all = choices.map((choice) => toObject(choice)['const'])
  return all.includes(value) ? undefined : `expected one of ${all.map(String).join(', ')}`
}
