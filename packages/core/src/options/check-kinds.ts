import { AgentError } from '../errors/agent-error.ts'
import { inWords, refuseValue } from './check-values.ts'

/** The kinds of values: `typeof` of the value, but `null` and `array` are kinds of their own. */
const kinds = {
  string: 'text',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  array: 'an array',
} as const

/** The names of the options of each kind, with spaces between them. */
export type OptionsByKind = { readonly [Kind in keyof typeof kinds]?: string }

/**
 * Checks the kinds of options. Throws `AgentError`, naming the option and its owner, for a value of
 * another kind. Accepts undefined, which means the default.
 */
export function checkKinds(options: object, byKind: OptionsByKind, owner: string): void {
  if (kindOf(options) !== 'object') {
    throw new AgentError(`The options${owner} are ${inWords(options)}. Give an object.`)
  }
  for (const [kind, names] of Object.entries(byKind) as [keyof typeof kinds, string][]) {
    for (const name of names.split(' ')) {
      const value = (options as Record<string, unknown>)[name]
      if (value !== undefined && kindOf(value) !== kind) {
        refuseValue(name, value, kinds[kind], owner)
      }
    }
  }
}

/** Returns the kind of a value: `typeof` of it, or `null`, or `array`. */
export const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Tells if a value is an object with this method. */
export const hasMethod = (value: unknown, method: string): boolean =>
  kindOf(value) === 'object' &&
  typeof (value as Readonly<Record<string, unknown>>)[method] === 'function'
