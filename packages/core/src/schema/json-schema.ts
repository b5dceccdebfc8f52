import type { JSONSchema7 } from '@ai-sdk/provider'
import { isJsonObject } from '../json/json.ts'
import type { StandardIssue, StandardSchema } from './parameters.ts'

/**
 * Uses raw JSON Schema as a tool's `parameters`. The model gets the schema unchanged. Ambit checks
 * arguments for `type`, `required`, `enum` and `const`, through `properties`, `items` and local
 * `$ref`s. Ambit ignores all other keywords.
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
        check(value, schema, [], schema, issues)
        return issues.length ? { issues } : { value: value as Args }
      },
      jsonSchema: { input: () => schema },
    },
  }
}

type Path = readonly (string | number)[]

function check(
  value: unknown,
  schema: JSONSchema7 | boolean | undefined,
  path: Path,
  root: JSONSchema7,
  issues: StandardIssue[],
): void {
  if (typeof schema !== 'object') return
  if (schema.$ref !== undefined) return check(value, resolve(schema.$ref, root), path, root, issues)
  const fail = (message: string): number => issues.push({ message, path })
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length && !types.some((type) => hasType(value, type))) {
    fail(`expected ${types.join(' or ')}, received ${typeOf(value)}`)
    return
  }
  const allowed = 'const' in schema ? [schema.const] : schema.enum
  if (allowed && !allowed.some((option) => JSON.stringify(option) === JSON.stringify(value))) {
    fail(`expected one of ${allowed.map((option) => JSON.stringify(option)).join(', ')}`)
  }
  if (isJsonObject(value)) {
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key)) issues.push({ message: 'required', path: [...path, key] })
    }
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      if (Object.hasOwn(value, key)) check(value[key], property, [...path, key], root, issues)
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, at) => {
      const items = Array.isArray(schema.items) ? schema.items[at] : schema.items
      check(item, items, [...path, at], root, issues)
    })
  }
}

/**
 * Resolves a local reference such as `#/$defs/name`. Returns undefined for any other reference,
 * which is then not checked.
 */
function resolve(ref: string, root: JSONSchema7): JSONSchema7 | undefined {
  let at: unknown = ref.startsWith('#') ? root : undefined
  for (const step of ref.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at as JSONSchema7 | undefined
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const hasType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type
