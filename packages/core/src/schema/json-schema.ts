import type { JSONSchema7 } from '@ai-sdk/provider'
import { canonicalJson } from '../json/json-text.ts'
import { isJsonObject } from '../json/json.ts'
import type { StandardIssue, StandardSchema } from './parameters.ts'

/**
 * Uses raw JSON Schema as a tool's `parameters`. The model gets the schema in the words of 2020-12,
 * without keywords that providers refuse at the top. Arguments are checked by the whole schema, and
 * references are followed within it. These are not checked: `pattern`, `patternProperties`,
 * `propertyNames`, `unevaluatedProperties`, `unevaluatedItems`, `format`, `uniqueItems`,
 * `multipleOf`, `contains`, `if`, and what depends on other members.
 */
export function jsonSchema<Args = Record<string, unknown>>(
  schema: JSONSchema7,
): StandardSchema<unknown, Args> {
  return {
    '~standard': {
      version: 1,
      vendor: 'ambit',
      validate: (value) => {
        const issues: StandardIssue[] = []
        check(value, schema, [], { root: schema, left: maxChoices }, issues)
        return issues.length ? { issues } : { value: value as Args }
      },
      jsonSchema: { input: () => schema },
    },
  }
}

type Path = readonly (string | number)[]

/** The most references that may follow each other for one value. */
const maxHops = 50

/**
 * The most schemas that are tried for the same values in one check, so that references to
 * references cannot stop the page.
 */
const maxChoices = 200_000

/** One check: the whole schema, and how many more schemas may be tried. */
interface Checking {
  readonly root: JSONSchema7
  left: number
}

/** A schema as JSON, also of drafts that the types do not know. */
type Keywords = Readonly<Record<string, never>>

function check(
  value: unknown,
  schema: JSONSchema7 | boolean | undefined,
  path: Path,
  at: Checking,
  issues: StandardIssue[],
  hops: number = 0,
): void {
  const fail = (message: string, to: Path = path): number => issues.push({ message, path: to })
  if (schema === false) return void fail('not allowed')
  if (typeof schema !== 'object') return
  if (hops > maxHops || at.left < 0) return void fail('the schema refers to itself')
  const sub = (inner: typeof schema | boolean): StandardIssue[] => {
    const found: StandardIssue[] = []
    at.left--
    check(value, inner, path, at, found, hops + 1)
    return found
  }
  const { $ref, anyOf, oneOf, allOf, not } = schema
  if ($ref !== undefined) issues.push(...sub(resolve($ref, at.root) ?? true))
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length && !types.some((type) => hasType(value, type))) {
    return void fail(`expected ${types.join(' or ')}, received ${typeOf(value)}`)
  }
  const allowed = schema.const !== undefined ? [schema.const] : schema.enum
  const own = allowed && canonicalJson(value)
  if (allowed && !allowed.some((option) => canonicalJson(option) === own)) {
    fail(`expected one of ${allowed.map((option) => JSON.stringify(option)).join(', ')}`)
  }
  for (const each of allOf ?? []) issues.push(...sub(each).slice(0, 1))
  const fits = (each: typeof schema | boolean): boolean => sub(each).length === 0
  const fitting = oneOf?.filter(fits).length
  if (fitting === 0 || (anyOf && !anyOf.some(fits))) fail('fits none of the choices')
  if (fitting !== undefined && fitting > 1) fail('fits more than one of the choices')
  if (not !== undefined && sub(not).length === 0) fail('not allowed')
  checkSize(value, schema as Keywords, fail)
  if (isJsonObject(value)) {
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key)) fail('required', [...path, key])
    }
    const { properties = {}, additionalProperties, patternProperties } = schema
    for (const [key, inner] of Object.entries(value)) {
      const isNamed = Object.hasOwn(properties, key)
      // The patterns of names are not run, so no name is one too many.
      const rule = isNamed ? properties[key] : patternProperties ? true : additionalProperties
      check(inner, rule, [...path, key], at, issues)
    }
  } else if (Array.isArray(value)) {
    const { prefixItems, items, additionalItems } = schema as Omit<JSONSchema7, 'items'> & {
      readonly prefixItems?: JSONSchema7[]
      readonly items?: JSONSchema7['items']
    }
    const first = prefixItems ?? (Array.isArray(items) ? items : [])
    const rest = Array.isArray(items) ? additionalItems : items
    value.forEach((item, index) => {
      check(item, index < first.length ? first[index] : rest, [...path, index], at, issues)
    })
  }
}

/** The limits of sizes: the keyword, whether the value is within it, and the words of the fault. */
const sizes: readonly (readonly [string, (size: number, limit: number) => boolean, string])[] = [
  ['minimum', (size, limit) => size >= limit, 'at least'],
  ['maximum', (size, limit) => size <= limit, 'at most'],
  ['exclusiveMinimum', (size, limit) => size > limit, 'more than'],
  ['exclusiveMaximum', (size, limit) => size < limit, 'less than'],
]

/** Checks numbers, the lengths of texts and lists, and the numbers of members. */
function checkSize(value: unknown, schema: Keywords, fail: (message: string) => unknown): void {
  const kind = typeOf(value)
  const what = { string: 'Length', array: 'Items', object: 'Properties' }[kind]
  if (kind === 'number') {
    for (const [keyword, fits, words] of sizes) {
      const limit: unknown = schema[keyword]
      if (typeof limit === 'number' && !fits(value as number, limit))
        fail(`expected ${words} ${limit}`)
    }
  } else if (what) {
    // A character is one, whatever its units.
    const size =
      typeof value === 'string'
        ? (value.match(/[^]/gu)?.length ?? 0)
        : Object.keys(value as object).length
    for (const [bound, isOver] of [
      ['min', size < Number(schema[`min${what}`])],
      ['max', size > Number(schema[`max${what}`])],
    ] as const) {
      if (isOver)
        fail(
          `expected ${bound === 'min' ? 'at least' : 'at most'} ${schema[bound + what]} in length`,
        )
    }
  }
}

/**
 * Resolves a local reference such as `#/$defs/name`. Returns undefined for any other reference,
 * which is then not checked.
 */
function resolve(ref: string, root: JSONSchema7): JSONSchema7 | undefined {
  let at: unknown = /^#(?:\/|$)/.test(ref) ? root : undefined
  for (const step of ref.split('/').slice(1)) {
    const key = unescapeUri(step).replaceAll('~1', '/').replaceAll('~0', '~')
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at as JSONSchema7 | undefined
}

function unescapeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const hasType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type
