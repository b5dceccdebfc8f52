import { toMilliseconds } from '@ambit/protocol'

/** The options that had another name or place before 0.2, and what to write now. */
const moved: Readonly<Record<string, string>> = {
  routes: 'use',
  basePath: 'path',
  retries: 'retry',
  prefixes: 'use: [prefixes()]',
  modelsWithoutKey: "models: { id: { key: 'none' } }",
  heartbeatMs: 'timeouts.heartbeat',
  firstByteMs: 'connect',
  idleMs: 'idle',
  totalMs: 'total',
  callbackMs: 'callback',
  storeMs: 'timeouts.store',
  leaseMs: 'limits.lease',
  maxBodyBytes: 'bytes.request',
  maxResponseBytes: 'bytes.response',
  maxEventBytes: 'bytes.event',
  allowedOrigins: 'origins',
  allowCredentials: 'origins.credentials',
  allowedHeaders: 'origins.headers',
  requestsPerMinute: 'requests',
  concurrentStreams: 'streams',
  windowMs: 'per',
  prices: 'prices of createProxy',
  ledger: 'ledger of createProxy',
  maxRetries: 'max',
  maxWaitMs: 'wait',
  acceptApiKey: "key: 'either'",
  providerOptions: 'provider.options',
  allowProviderOptions: 'provider.allow',
  allowProviderTools: 'provider.tools',
  keptMs: 'ttl of prefixes',
  maxBytesPerSubject: 'maxBytesPerOwner',
  maxValues: 'maxBytes',
  connectTimeoutMs: 'connect',
}

/**
 * Checks that options are an object, and that there is no unknown one.
 *
 * @param at The function that takes them, and the path of a group, as a message begins.
 * @param known The names of the options, with spaces between them.
 * @throws TypeError that names the first unknown option, and the one that was meant.
 */
export function checkNames(at: string, given: object, known: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${at} must be an object of options: ${known.replaceAll(' ', ', ')}.`)
  }
  const names = known.split(' ')
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const now = Object.hasOwn(moved, name) ? moved[name] : undefined
    throw new TypeError(
      `${at} has no option \`${name}\`. ${now ? `It is \`${now}\` now.` : `Is it \`${nearest(name, names)}\`?`}`,
    )
  }
}

/** Returns the name that shares the most pairs of letters with `name`. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const pairs = pairsOf(name)
  const likeness = (other: string): number => {
    const own = pairsOf(other)
    return own.filter((pair) => pairs.includes(pair)).length / (own.length + pairs.length)
  }
  return names.toSorted((a, b) => likeness(b) - likeness(a))[0]
}

function pairsOf(name: string): string[] {
  const letters = name.toLowerCase()
  return Array.from(letters, (_letter, at) => letters.slice(at, at + 2))
}

/**
 * Returns a number of a configuration: a `count` from `least`, which may be `Infinity`; a `time` in
 * milliseconds, likewise; or an `amount` above 0.
 *
 * @param at The option, as a message begins.
 * @throws TypeError for anything else.
 */
export function toNumber(
  at: string,
  given: unknown,
  kind: 'count' | 'time' | 'amount' = 'count',
  least = 0,
): number {
  const value = kind === 'time' ? toMilliseconds(given) : typeof given === 'number' ? given : NaN
  const isAmount = kind === 'amount'
  if (isAmount ? value > 0 && value < Infinity : value >= least) return value
  throw new TypeError(
    `${at} is ${String(given)}. Give a number ${isAmount ? 'above 0' : `of at least ${least}`}${kind === 'time' ? ", or a time such as '2m'" : ''}.`,
  )
}
