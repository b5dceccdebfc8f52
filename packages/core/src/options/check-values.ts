import { AgentError } from '../errors/agent-error.ts'

/** Throws `AgentError`, naming the option and its owner, for anything but a function. */
export function checkFunction(option: string, value: unknown, owner: string): void {
  if (typeof value === 'function') return
  throw new AgentError(`\`${option}\` of ${owner} is not a function.`)
}

/** What a number has to be. */
interface Range {
  /** Default 0. */
  readonly least?: number
  /** Default: any finite number. */
  readonly most?: number
  readonly isWhole?: boolean
}

/** Throws `AgentError`, naming the option, for what is no number or out of range; undefined is the default. */
export function checkNumber(option: string, value: number | undefined, range: Range = {}): void {
  const { least = 0, most = Number.MAX_VALUE, isWhole = false } = range
  if (value === undefined) return
  // Where it is allowed, no end is a whole number too.
  const isKind = !isWhole || value === Infinity || Number.isInteger(value)
  if (isKind && typeof value === 'number' && value >= least && value <= most) return
  const to = most < Number.MAX_VALUE ? ` to ${most}` : ''
  throw new AgentError(
    `${option} is ${String(value)}. Give a ${isWhole ? 'whole ' : ''}number from ${least}${to}.`,
  )
}

/** The same for an option that counts something. */
export const checkCount = (option: string, value: number | undefined, least = 0): void =>
  checkNumber(`\`${option}\``, value, { least, isWhole: true })

/** Throws `AgentError`, naming the option and its owner, for anything but one of a few words; undefined is the default. */
export function checkWord(
  option: string,
  word: unknown,
  accepted: readonly unknown[],
  owner: string,
): void {
  if (word === undefined || accepted.includes(word)) return
  throw new AgentError(
    `\`${option}\` of ${owner} is ${JSON.stringify(word)}. Give one of '${accepted.join("', '")}'.`,
  )
}
