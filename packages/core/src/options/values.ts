import { toMilliseconds } from '@ambit/protocol'
import type { Duration } from '../environment.ts'
import { misuse } from './misuse.ts'

/**
 * Checks that options are functions. Throws `AgentError`, naming the option and its owner, for one
 * that is not. Accepts undefined, which means the default.
 */
export function checkFunctions(owner: string, given: Readonly<Record<string, unknown>>): void {
  for (const [option, value] of Object.entries(given)) {
    if (value !== undefined && typeof value !== 'function')
      throw misuse('function', [option, owner])
  }
}

/** The numbers that an option accepts. */
interface Range {
  /** The smallest number. Default 0. */
  readonly least?: number
  /** The largest number. Default: any finite number. */
  readonly most?: number
  readonly isWhole?: boolean
}

/**
 * Checks a number. Throws `AgentError`, naming the option, for a value that is not a number or is
 * out of range. Accepts undefined, which means the default.
 */
export function checkNumber(option: string, value: unknown, range: Range = {}): void {
  const { least = 0, most = Number.MAX_VALUE, isWhole = false } = range
  if (value === undefined) return
  // Infinity counts as a whole number, because some options accept it as "no limit".
  const isKind = !isWhole || value === Infinity || Number.isInteger(value)
  if (isKind && typeof value === 'number' && value >= least && value <= most) return
  const to = most < Number.MAX_VALUE ? ` to ${most}` : ''
  throw misuse('number', [option, value, isWhole, `${least}${to}`])
}

/** Checks a whole number from `least`, as {@link checkNumber} does. */
export const checkCount = (option: string, value: unknown, least = 0): void =>
  checkNumber(`\`${option}\``, value, { least, isWhole: true })

/**
 * Checks that an option is one of a few words. Throws `AgentError`, naming the option and its
 * owner, if it is not. Accepts undefined, which means the default. With the options that are
 * `given`, `owner` is their kind.
 */
export function checkWord(
  option: string,
  word: unknown,
  accepted: readonly unknown[],
  owner: string,
  given?: object,
): void {
  if (word === undefined || accepted.includes(word)) return
  throw misuse('word', [option, word, accepted, owner, given])
}

/** Throws `AgentError`, naming the option and how its value is made, for no instance of a class. */
export function checkIs(
  type: abstract new (...args: never[]) => unknown,
  option: string,
  value: unknown,
  owner: string = '',
): void {
  if (!(value instanceof type)) throw misuse('made', [option, value, owner])
}

export const hasMethod = (value: unknown, method: string): boolean =>
  typeof (Object(value) as Readonly<Record<string, unknown>>)[method] === 'function'

/** Throws `AgentError`, naming the option and how its value is made, for none with a method. */
export function checkMethod(option: string, value: unknown, method: string): void {
  if (!hasMethod(value, method)) throw misuse('made', [option, value])
}

/**
 * Converts a duration to milliseconds. Accepts a positive finite number of milliseconds, or such a
 * number with a unit. Throws `AgentError`, naming `option`, for anything else.
 */
export function parseDuration(duration: Duration, option: string): number {
  const ms = toMilliseconds(duration)
  if (Number.isFinite(ms) && ms > 0) return ms
  throw misuse('duration', [option, duration])
}

/** The number of attempts in all, or that number with a pause between attempts. */
export type Retry = number | { readonly attempts: number; readonly delay?: Duration | undefined }

const once = Object.freeze({ attempts: 1, delayMs: 0 })

/**
 * Parses the retries of a handler. Throws `AgentError`, naming `owner` and `option`, for fewer than
 * one attempt or a malformed delay.
 */
export function parseRetry(
  retry: Retry | undefined,
  owner: string,
  option = 'retry',
): { attempts: number; delayMs: number } {
  if (retry === undefined) return once
  const isObject = typeof retry === 'object' && retry !== null
  // Only a retry that is left out means the default.
  const { attempts = null, delay } = isObject ? retry : { attempts: retry, delay: undefined }
  checkNumber(`\`${option}\` of ${owner}, which counts the attempts in all,`, attempts, {
    least: 1,
    isWhole: true,
  })
  return {
    attempts: Number(attempts),
    delayMs: delay === undefined ? 0 : parseDuration(delay, `${option}.delay of ${owner}`),
  }
}

/** Whether a value is an object of plain options, and not an instance of a class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
