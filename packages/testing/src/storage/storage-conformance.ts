import { checkOptions } from '@ambit/core'
import type { AgentStorage } from '@ambit/core/storage'
import { blobRules } from './blob-rules.ts'
import { claimRules } from './claim-rules.ts'
import { intentRules } from './intent-rules.ts'
import { leaseRules } from './lease-rules.ts'
import { listRules } from './list-rules.ts'
import { noteRules } from './note-rules.ts'
import { randomRule } from './random-rule.ts'
import { readRules } from './read-rules.ts'
import { rowRules } from './row-rules.ts'
import type { Rule } from './rule.ts'
import type { StorageAbility } from './ability.ts'
import { sessionRules } from './session-rules.ts'
import { type StorageOfPage, Pages } from './pages.ts'
import { writeRules } from './write-rules.ts'

export type { StorageAbility, StorageOfPage }

/** One case of {@link storageConformance}: a test of one rule. */
export interface ConformanceCase {
  /** The rule, as a sentence without a subject: `refuses writes of an earlier claim`. */
  readonly name: string
  /**
   * Tests the rule. Rejects with an `Error` that says which rule is broken, what was seen, and what
   * to do.
   */
  readonly run: () => Promise<void>
}

/** The options of {@link storageConformance}. */
export interface ConformanceOptions {
  /**
   * The abilities that the storage does not have. Their cases are left out. A storage that has one
   * of them all the same fails a case. Default: none, so that every ability is tested.
   */
  readonly without?: readonly StorageAbility[] | undefined
  /**
   * Lets time pass for the storage, in milliseconds, as with a server whose clock the test moves.
   * Default: waits. Leases of more than 10 seconds then fail their cases.
   */
  readonly wait?: ((ms: number) => void | Promise<void>) | undefined
  /** The most time that a case may take, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number | undefined
  /** The seed of the case with random operations, a whole number. Default 1. */
  readonly seed?: number | undefined
  /** The number of random operations. Default 60. */
  readonly steps?: number | undefined
}

/**
 * Returns the cases that hold a storage against the contract of `AgentStorage`, for any test
 * runner. `createStorage` is called for each page of a case. Pages with the same `store` must have
 * the same data, and a `store` that is new must be empty.
 */
export function storageConformance(
  createStorage: (page: StorageOfPage) => AgentStorage | Promise<AgentStorage>,
  options: ConformanceOptions = {},
): ConformanceCase[] {
  checkOptions('`storageConformance`', options, {
    seed: '',
    steps: '',
    timeoutMs: 'timeout',
    wait: 'sleep',
    without: 'skip',
  })
  const { without = [], timeoutMs = 20_000, seed = 1, steps = 60 } = options
  const has = (ability: StorageAbility): boolean => !without.includes(ability)
  const rules: readonly Rule[] = [
    ...rowRules,
    ...readRules,
    ...writeRules,
    ...intentRules,
    ...claimRules,
    ...leaseRules,
    ...sessionRules,
    ...listRules,
    ...blobRules,
    ...noteRules,
    randomRule(seed, steps),
  ]
  return rules
    .filter(({ needs = [], unless }) => needs.every(has) && !(unless && has(unless)))
    .map((rule) => ({
      name: rule.name,
      run: () => runRule(rule, new Pages(createStorage, { ...options, has }), timeoutMs),
    }))
}

/** Tests one rule. Rejects with an error that teaches. */
async function runRule(rule: Rule, pages: Pages, timeoutMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`It was not done after ${timeoutMs} ms: an operation does not end.`))
  }, timeoutMs)
  try {
    await Promise.race([rule.run(pages), late])
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error)
    throw new Error(`The storage breaks the rule "${rule.name}". ${seen} ${rule.advice}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    // A broken storage may never end this. The next case has a store of its own.
    const closing = pages.close().catch(() => undefined)
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  }
}
