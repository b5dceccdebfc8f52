import { AgentError } from '../errors/agent-error.ts'

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
  if (isWhole ? Number.isInteger(value) : typeof value === 'number') {
    if (value >= least && value <= most) return
  }
  const to = range.most ? ` to ${most}` : ''
  throw new AgentError(
    `${option} is ${String(value)}. Give a ${isWhole ? 'whole ' : ''}number from ${least}${to}.`,
  )
}

/** The same for an option that counts something. */
export const checkCount = (option: string, value: number | undefined, least = 0): void =>
  checkNumber(`\`${option}\``, value, { least, isWhole: true })
