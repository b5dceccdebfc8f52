import { AgentError } from '@ambit/core'
import type { StorageErrorKind } from '@ambit/core/storage'

/** Waits for some milliseconds. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** Checks that something is true. `seen` says what was seen otherwise. */
export function check(isTrue: boolean, seen: string): void {
  if (!isTrue) throw new Error(seen)
}

/** Checks that two values are the same JSON. The order of keys does not count. */
export function same(seen: unknown, expected: unknown, what: string): void {
  const [a, b] = [canonical(seen), canonical(expected)]
  if (a === b) return
  let at = 0
  while (a[at] === b[at]) at++
  const around = (text: string): string => text.slice(Math.max(0, at - 40), at + 120)
  throw new Error(`${what}: saw \`${around(a)}\`, expected \`${around(b)}\`.`)
}

/** Returns the JSON text of a value with its keys in order, and without undefined. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
  return `{${pairs.sort().join()}}`
}

/** Checks that some work rejects with a `storageError` of one of the kinds. */
export async function refused(
  work: Promise<unknown>,
  what: string,
  ...kinds: StorageErrorKind[]
): Promise<void> {
  const seen = await work.then(
    () => 'resolved',
    (error: unknown) =>
      AgentError.is(error, 'storage')
        ? error.details.kind
        : `rejected with ${error instanceof Error ? error.name : typeof error}, which is not a \`storageError\``,
  )
  if (kinds.some((kind) => kind === seen)) return
  throw new Error(
    `${what}: ${seen}, expected a \`storageError\` of the kind ${kinds.join(' or ')}.`,
  )
}

/** Waits until something is true. */
export async function eventually(isTrue: () => boolean, what: string): Promise<void> {
  const until = Date.now() + 5_000
  while (!isTrue()) {
    if (Date.now() > until) throw new Error(`${what}: not after 5 seconds.`)
    await pause(5)
  }
}
