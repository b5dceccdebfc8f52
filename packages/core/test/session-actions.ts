import * as fc from 'fast-check'
import type { OnBusy } from '../src/index.ts'

/**
 * The tools of a page. `slow` and `stubborn` end when they are told to, `stubborn` also after a
 * cancel. `risky` needs an approval. `keep` sets state and artifacts and can be undone. `once`
 * removes itself.
 */
export const sessionTools = ['quick', 'slow', 'stubborn', 'risky', 'ask', 'keep', 'once'] as const
export type SessionTool = (typeof sessionTools)[number]

/** One step of a user, the page or the code. `at` selects one of those that are there. */
export type SessionStep =
  | { readonly type: 'chat'; readonly tools: readonly SessionTool[]; readonly onBusy: OnBusy }
  | { readonly type: 'runTool'; readonly tool: SessionTool }
  | { readonly type: 'undo' | 'open' | 'delete' | 'settle' | 'cancel'; readonly at: number }
  | { readonly type: 'decide'; readonly isApproved: boolean; readonly at: number }
  | { readonly type: 'create' | 'stop' | 'resume' | 'import' | 'reload' | 'wipe' }

/** Steps without a pause between them, and the time that passes afterwards. */
export interface SessionAction {
  readonly steps: readonly SessionStep[]
  /** True if the engine's code is fetched anew when the steps begin. */
  readonly isCold: boolean
  readonly ms: number
}

const at = fc.nat({ max: 5 })
const tool = fc.constantFrom(...sessionTools)
const is = <T extends string>(...types: T[]): fc.Arbitrary<T> => fc.constantFrom(...types)

const anyStep: fc.Arbitrary<SessionStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: is('chat'),
      tools: fc.array(tool, { maxLength: 2 }),
      onBusy: is<OnBusy>('queue', 'queue', 'steer', 'reject', 'interrupt'),
    }),
  },
  { weight: 12, arbitrary: fc.record({ type: is('runTool'), tool }) },
  { weight: 12, arbitrary: fc.record({ type: is('settle'), at }) },
  { weight: 5, arbitrary: fc.record({ type: is('decide'), isApproved: fc.boolean(), at }) },
  { weight: 4, arbitrary: fc.record({ type: is('undo'), at }) },
  { weight: 6, arbitrary: fc.record({ type: is('create') }) },
  { weight: 6, arbitrary: fc.record({ type: is('open'), at }) },
  { weight: 2, arbitrary: fc.record({ type: is('delete', 'cancel'), at }) },
  { weight: 2, arbitrary: fc.record({ type: is('reload') }) },
  { weight: 1, arbitrary: fc.record({ type: is('stop', 'resume', 'import', 'wipe') }) },
)

export const anySessionAction: fc.Arbitrary<SessionAction> = fc.record({
  steps: fc.array(anyStep, { minLength: 1, maxLength: 3 }),
  isCold: fc.constantFrom(false, false, false, false, true),
  ms: fc.constantFrom(0, 0, 1, 5, 1_000),
})

/** The milliseconds that the storage takes, for one use after another, again and again. */
export const anyDelays: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([0]),
  fc.array(fc.constantFrom(0, 0, 1, 3, 10), { minLength: 1, maxLength: 7 }),
)
