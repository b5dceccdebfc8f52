import type { JSONSchema7, JSONSchema7Definition } from '@ai-sdk/provider'
import { stem, wordsOf } from './words.ts'

export type SlotKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'date-time'
  | 'time'
  | 'day'
  | 'email'
  | 'url'
  | 'id'
  | 'other'

/** One value in the arguments of a tool. */
export interface Slot {
  /** The place in the arguments: more than one name for a field of an inner object. */
  path: readonly string[]
  /** The stems of the value's own name. */
  words: readonly string[]
  /** The name to show to a user. */
  label: string
  description: string
  kind: SlotKind
  /** True for an array of such values. */
  list: boolean
  /** True if a call without the value is refused. */
  required: boolean
  choices: readonly (string | number | boolean)[]
  /** The value to use if the step does not mention a required slot. */
  fallback: unknown
  /** True for whole numbers, and for ids that are numbers. */
  integer: boolean
  numeric: boolean
  /** The kind of the object of an id, as a stem; empty if the name does not say. */
  noun: string
  /** The names of the things that the value may be, by id; empty if none are listed. */
  labels: ReadonlyMap<string, string>
}

const maxDepth = 3
const maxSlots = 200

/**
 * Reads the slots of a tool's JSON Schema. Inner objects are opened. Other shapes are read in their
 * simplest way. `instances` are the names of what the parameter `instance` can be, by id.
 */
export function readSlots(schema: JSONSchema7, instances?: ReadonlyMap<string, string>): Slot[] {
  const slots: Slot[] = []
  open(schema, [], true, schema, slots)
  return slots.map((slot) =>
    instances && slot.path.join() === 'instance' ? { ...slot, ...ofInstance(instances) } : slot,
  )
}

/**
 * Returns the parts of the slot `instance`. The ids of the page's components are not words of
 * people: a user names one by its label.
 */
const ofInstance = (labels: ReadonlyMap<string, string>): Partial<Slot> => ({
  label: 'id',
  description: '',
  kind: 'id',
  noun: '',
  choices: [...labels.keys()],
  labels,
  ...(labels.size === 1 && { fallback: [...labels.keys()][0] }),
})

function open(
  definition: JSONSchema7Definition,
  path: readonly string[],
  required: boolean,
  root: JSONSchema7,
  slots: Slot[],
): void {
  const schema = simplify(definition, root)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (slots.length >= maxSlots) return
    const inner = simplify(property, root)
    const wanted = required && Array.isArray(schema.required) && schema.required.includes(name)
    const here = [...path, name]
    if (typeOf(inner) === 'object') {
      if (here.length < maxDepth) open(inner, here, wanted, root, slots)
      continue
    }
    const list = typeOf(inner) === 'array'
    const { prefixItems: [first = inner.items] = [] } = inner as { prefixItems?: JSONSchema7[] }
    const items = Array.isArray(first) ? first[0] : first
    const value = list ? simplify(items ?? {}, root) : inner
    if (typeOf(value) === 'object' || typeOf(value) === 'array') {
      if (wanted) slots.push({ ...slotOf({}, inner, here, list, wanted), kind: 'other' })
      continue
    }
    slots.push(slotOf(value, inner, here, list, wanted))
  }
}

function slotOf(
  value: JSONSchema7,
  outer: JSONSchema7,
  path: readonly string[],
  list: boolean,
  required: boolean,
): Slot {
  const name = path.at(-1) ?? ''
  const description = outer.description ?? value.description ?? ''
  const choices = choicesOf(value)
  const kind = kindOf(value, choices, name, description)
  const words = wordsOf(name).map(stem)
  return {
    path,
    words,
    label: outer.title?.toLowerCase() ?? labelOf(name, kind),
    description,
    kind,
    list,
    required,
    choices,
    labels: new Map(),
    fallback: outer.const ?? outer.default ?? (choices.length === 1 ? choices[0] : undefined),
    integer: typeOf(value) === 'integer',
    numeric: typeOf(value) === 'integer' || typeOf(value) === 'number',
    noun:
      kind === 'id'
        ? (words.filter((word) => !/^(ids?|uuids?|skus?)$/.test(word)).at(-1) ?? '')
        : '',
  }
}

/** Follows references, and picks one reading if a schema allows several. */
function simplify(definition: JSONSchema7Definition, root: JSONSchema7, depth = 0): JSONSchema7 {
  if (typeof definition !== 'object' || definition === null || depth > 4) return {}
  if (typeof definition.$ref === 'string') {
    return {
      ...simplify(resolve(definition.$ref, root), root, depth + 1),
      ...without$ref(definition),
    }
  }
  if (Array.isArray(definition.allOf)) {
    const parts = [definition, ...definition.allOf.map((part) => simplify(part, root, depth + 1))]
    const merged: JSONSchema7 = Object.assign({}, ...parts.toReversed())
    delete merged.allOf
    merged.properties = Object.assign({}, ...parts.map((part) => part.properties))
    merged.required = parts.flatMap((part) => part.required ?? [])
    return merged
  }
  const union = definition.anyOf ?? definition.oneOf
  if (!Array.isArray(union)) return definition
  // The bounds are needed because a schema may refer to itself from every branch.
  const options = union
    .slice(0, depth === 0 ? 200 : 8)
    .map((part) => simplify(part, root, depth + 1))
    .filter((part) => part.type !== 'null')
  const listed = options.map((part) => choicesOf(part))
  const first = options[0] ?? {}
  const { anyOf: _any, oneOf: _one, ...rest } = definition
  if (listed.length > 0 && listed.every((values) => values.length > 0)) {
    return { ...first, const: undefined, enum: listed.flat(), ...rest }
  }
  return { ...first, ...rest }
}

function without$ref({ $ref: _ref, ...rest }: JSONSchema7): JSONSchema7 {
  return rest
}

function resolve(reference: string, root: JSONSchema7): JSONSchema7Definition {
  if (!reference.startsWith('#')) return {}
  let value: unknown = root
  for (const raw of reference.slice(1).split('/').filter(Boolean)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return {}
    value = (value as Record<string, unknown>)[key]
  }
  return value as JSONSchema7Definition
}

function typeOf(schema: JSONSchema7): string {
  const types = [schema.type ?? []].flat()
  const type = types.find((name) => name !== 'null')
  if (type) return type
  if (schema.properties) return 'object'
  return schema.items ? 'array' : 'any'
}

function choicesOf(schema: JSONSchema7): (string | number | boolean)[] {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  return Array.isArray(values)
    ? (values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)) as (
        | string
        | number
        | boolean
      )[])
    : []
}

function kindOf(
  schema: JSONSchema7,
  choices: readonly unknown[],
  name: string,
  description: string,
): SlotKind {
  if (choices.length > 0) return 'choice'
  const type = typeOf(schema)
  if (type === 'boolean') return 'boolean'
  const says = description.toLowerCase()
  if (/(^id$|[a-z]I[dD]s?$|_ids?$|^ids$|uuid|^skus?$)/.test(name) || schema.format === 'uuid')
    return 'id'
  if (/^(the )?(unique )?(id|identifier)s?\b/.test(says)) return 'id'
  if (type === 'number' || type === 'integer') return 'number'
  switch (schema.format) {
    case 'date':
    case 'date-time':
    case 'time':
    case 'email':
      return schema.format
    case 'uri':
    case 'url':
      return 'url'
    case undefined:
    default:
  }
  const words = wordsOf(name)
  const isDate = words.some((word) => ['date', 'day', 'deadline', 'due', 'when'].includes(word))
  if (isDate || /\b(iso.?8601|yyyy-mm-dd|iso date)\b/.test(says)) return 'day'
  if (words.some((word) => word.startsWith('email')) || /\be-?mail address/.test(says))
    return 'email'
  if (words.includes('url') || words.includes('link')) return 'url'
  return 'text'
}

function labelOf(name: string, kind: SlotKind): string {
  const words = wordsOf(name)
  const rest = words.filter((word) => !/^(ids?|uuid|is)$/.test(word))
  return (kind === 'id' && rest.length > 0 ? rest : words).join(' ') || name
}
