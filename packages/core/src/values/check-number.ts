import { AgentError } from '../errors/agent-error.ts'

/** What a number has to be. */
interface Range {
  /** Default 0. */
  readonly least?: number
  /** Default: any finite number. */
  readonly most?: number
  readonly isWhole?: boolean
}

/** The number itself. Throws `AgentError`, naming the option, when it is none or out of range. */
export function checkNumber(option: string, value: number, range: Range = {}): number {
  const { least = 0, most = Number.MAX_VALUE, isWhole = false } = range
  if (isWhole ? Number.isInteger(value) : typeof value === 'number') {
    if (value >= least && value <= most) return value
  }
  const to = range.most ? ` to ${most}` : ''
  throw new AgentError(
    `${option} is ${String(value)}. Give a ${isWhole ? 'whole ' : ''}number from ${least}${to}.`,
  )
}

/** The same for an option that counts something. */
export const wholeNumber = (option: string, value: number, least = 0): number =>
  checkNumber(`\`${option}\``, value, { least, isWhole: true })
