/** The milliseconds by which a time may be elsewhere in a play than in its recording. */
const tolerance = 24 * 3_600_000

/**
 * Tells which values of a play are those of the recording, though they are written otherwise. They
 * may have other UUIDs, times that moved with the start, and texts that were redacted.
 */
export class Same {
  /** The time between the two starts. */
  readonly #moved: number

  /** Takes the starts of the recording and of the play, in milliseconds since the Unix epoch. */
  constructor(was: number, is: number) {
    this.#moved = is - was
  }

  /** Whether two values without members are the same. */
  readonly is = (a: unknown, b: unknown): boolean =>
    Object.is(a, b) ||
    (a === redacted && b !== undefined) ||
    (typeof a === 'string' && typeof b === 'string' && this.#isText(a, b)) ||
    (isTime(a) && isTime(b) && this.#isTime(a, b))

  #isText(a: string, b: string): boolean {
    const [was, is] = [partsOf(a), partsOf(b)]
    if (was.rest === is.rest) return was.times.every((time, at) => this.#isTime(time, is.times[at]))
    return was.rest.includes(redacted) && isWithSecrets(was.rest, is.rest)
  }

  /** Whether a time is the same, or came as long after the start of the play. */
  #isTime(a: number, b: number | undefined): boolean {
    return b !== undefined && (a === b || Math.abs(b - a - this.#moved) < tolerance)
  }
}

const redacted = '[redacted]'

/** Whether a text is a redacted one with something in the place of its secrets. */
const isWithSecrets = (was: string, is: string): boolean => {
  const [first = '', ...others] = was.split(redacted)
  if (!is.startsWith(first)) return false
  let at = first.length
  for (const [nth, part] of others.entries()) {
    const isLast = nth === others.length - 1
    const found = isLast ? is.length - part.length : is.indexOf(part, at)
    if (found < at || !is.startsWith(part, found)) return false
    at = found + part.length
  }
  return true
}

/** Whether a value may be a time of this century, in milliseconds since the Unix epoch. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > 1e12 && value < 4e12

const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
const isoTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g

/** Returns a text without its ids and times, and the times. */
function partsOf(text: string): { readonly rest: string; readonly times: readonly number[] } {
  const times: number[] = []
  const rest = text.replaceAll(uuid, 'id').replaceAll(isoTime, (time) => {
    times.push(Date.parse(time))
    return 'time'
  })
  return { rest, times }
}
