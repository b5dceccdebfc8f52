import { AgentError } from '../errors/agent-error.ts'

/**
 * Checks that an option is a function. Throws `AgentError`, naming the option and its owner, if it
 * is not.
 */
export function checkFunction(option: string, value: unknown, owner: string): void {
  if (typeof value === 'function') return
  throw new AgentError(
    `\`${option}\` of ${owner} is not a function, so it cannot be called. Give a function.`,
  )
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
  throw new AgentError(
    `${option} is ${show(value)}. Give a ${isWhole ? 'whole ' : ''}number from ${least}${to}.`,
  )
}

/** Checks a whole number from `least`, as {@link checkNumber} does. */
export const checkCount = (option: string, value: unknown, least = 0): void =>
  checkNumber(`\`${option}\``, value, { least, isWhole: true })

/**
 * Checks that an option is one of a few words. Throws `AgentError`, naming the option and its
 * owner, if it is not. Accepts undefined, which means the default.
 */
export function checkWord(
  option: string,
  word: unknown,
  accepted: readonly unknown[],
  owner: string,
): void {
  if (word === undefined || accepted.includes(word)) return
  throw new AgentError(
    `\`${option}\` of ${owner} is ${show(word)}. Give one of '${accepted.join("', '")}'.`,
  )
}

/** Throws `AgentError`, naming the option and how its value is made, for no instance of a class. */
export function checkIs(
  type: abstract new (...args: never[]) => unknown,
  option: string,
  value: unknown,
  maker: string,
  owner: string = '',
): void {
  if (!(value instanceof type)) refuseValue(option, value, maker, owner)
}

/** Throws `AgentError`, naming the option and how its value is made. */
export function refuseValue(
  option: string,
  value: unknown,
  maker: string,
  owner: string = '',
): never {
  throw new AgentError(`\`${option}\`${owner} is ${inWords(value)}. Give ${maker}.`)
}

/**
 * Describes a wrong value: a number or a short text as it is, any other value without what it
 * holds.
 */
export function show(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const isShort = typeof value === 'string' && value.length <= 24
  return isShort ? JSON.stringify(value) : inWords(value)
}

/** Describes a value of the wrong kind, without what it holds. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object') return `a ${typeof value}`
  const { name } = value.constructor ?? {}
  return !name || name === 'Object' ? 'a plain object' : `a ${name}`
}
