import { type Check, group, is, upTo } from '../check-options.ts'
import { ProxyError } from '../proxy-error.ts'

/** The limits of the sessions of one user. Each is a whole number from 1, or `Infinity`. */
export interface SessionLimits {
  /**
   * What is kept. A write over it is refused with words for the user. What is there can still be
   * read and deleted.
   */
  stored?:
    | {
        /** The bytes of messages, files and the rest. Default: 512 MiB. */
        bytes?: number | undefined
        /** The sessions. Default: 10,000. */
        sessions?: number | undefined
      }
    | undefined
  /** One answer. What is missing is asked for with the next request. */
  answer?:
    | {
        /**
         * The bytes of an answer, if it has more than one row, and of a session without its
         * messages. Default: 4 MiB.
         */
        bytes?: number | undefined
        /** The sessions, messages or open calls of an answer, up to 10,000. Default: 1,000. */
        rows?: number | undefined
      }
    | undefined
  /** The search in one request. */
  search?:
    | {
        /** The characters of a query. Default: 1,000. */
        characters?: number | undefined
        /** The words of a query. Default: 50. */
        words?: number | undefined
        /**
         * The characters of messages that are read, for each word that is looked for, before the
         * page asks for the rest. It also does at half of `timeouts.callback`. Default: 32 Mi.
         */
        scanned?: number | undefined
      }
    | undefined
  /**
   * The requests of a user that have no answer yet, at one proxy, without the streams of events. An
   * answer of over 64 KiB counts until the client has taken it, or has left: see `timeouts.idle`.
   * Default: 16.
   */
  atOnce?: number | undefined
  /** The operations of one request. Pages send up to 10. Default: 10. */
  operations?: number | undefined
  /** The messages and started calls of one write. Default: 10,000. */
  written?: number | undefined
  /** The messages that wait in one session for a run to take them. Default: 1,000. */
  waiting?: number | undefined
}

/** The limits with their defaults. */
export type CheckedLimits = {
  readonly [Name in keyof SessionLimits]-?: NonNullable<SessionLimits[Name]> extends number
    ? number
    : { readonly [Part in keyof NonNullable<SessionLimits[Name]>]-?: number }
}

const most: Check = upTo(1)

/** Whether a number of rows is one that a statement can name one by one. */
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000

export const limitsOption: Check = group<SessionLimits>({
  stored: group<CheckedLimits['stored']>({ bytes: most, sessions: most }),
  answer: group<CheckedLimits['answer']>({
    bytes: most,
    rows: is('a whole number from 1 to 10,000', isCount, true),
  }),
  search: group<CheckedLimits['search']>({ characters: most, words: most, scanned: most }),
  atOnce: most,
  operations: most,
  written: most,
  waiting: most,
})

/** Returns the limits with their defaults. */
export const toLimits = ({
  stored,
  answer,
  search,
  atOnce = 16,
  operations = 10,
  written = 10_000,
  waiting = 1_000,
}: SessionLimits = {}): CheckedLimits => ({
  stored: { bytes: stored?.bytes ?? 512 * mi, sessions: stored?.sessions ?? 10_000 },
  answer: { bytes: answer?.bytes ?? 4 * mi, rows: answer?.rows ?? 1_000 },
  search: {
    characters: search?.characters ?? 1_000,
    words: search?.words ?? 50,
    scanned: search?.scanned ?? 32 * mi,
  },
  atOnce,
  operations,
  written,
  waiting,
})

const mi = 1024 * 1024

/**
 * Checks an amount against a limit, whose name is its path in `limits`.
 *
 * @throws ProxyError that names the limit, by default `body_too_large`.
 */
export function checkLimit(
  name: string,
  amount: number,
  limit: number,
  code: 'body_too_large' | 'rate_limited' = 'body_too_large',
  retryAfterMs?: number,
): void {
  if (amount <= limit) return
  const message = `This is more than \`limits.${name}\` of the sessions allows: ${limit}.`
  throw new ProxyError(code, { message, retryAfterMs })
}

/** Returns the first rows: at most `rows` of at most `bytes` together, and at least one. */
export function fitting<Row extends { readonly size: number }>(
  all: readonly Row[],
  { bytes, rows }: CheckedLimits['answer'],
): Row[] {
  let total = 0
  const over = all.findIndex(({ size }, nth) => (total += size) > bytes && nth > 0)
  return all.slice(0, Math.min(rows, over < 0 ? all.length : over))
}
