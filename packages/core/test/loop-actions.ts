import * as fc from 'fast-check'
import type { OnBusy } from '../src/index.ts'
import { type TripName, tripNames } from './loop-trips.ts'

/**
 * The next action on an agent. `at` selects one of the present model calls, running handlers, runs
 * or messages.
 */
export type Action =
  | { readonly type: 'send'; readonly onBusy: OnBusy }
  | { readonly type: 'execute' | 'retry' | 'cancelAll' }
  | { readonly type: 'runTool'; readonly tool: ToolName }
  | { readonly type: 'edit' | 'regenerate'; readonly onBusy: OnBusy; readonly at: number }
  | { readonly type: 'settle' | 'throw' | 'cancel' | 'select'; readonly at: number }
  /** A handler cancels its own run and returns. */
  | { readonly type: 'settleLast'; readonly at: number }
  /** Code of the application fails at its next use. */
  | { readonly type: 'trip'; readonly name: TripName; readonly how: 'throw' | 'hang' }
  | { readonly type: 'advance'; readonly ms: number }
  | { readonly type: 'unregister' | 'register'; readonly scope: number }
  | ModelAction

/** The next action of a model. */
export type ModelAction =
  | { readonly type: 'delta'; readonly part: 'text' | 'reasoning'; readonly at: number }
  | CallAction
  | { readonly type: 'reply'; readonly tools: readonly ToolName[]; readonly at: number }
  | { readonly type: 'begin'; readonly tool: ToolName; readonly at: number }
  | {
      readonly type: 'finish'
      readonly reason: FinishWord
      /** True to close the stream; otherwise it stays open. */
      readonly closes: boolean
      readonly at: number
    }
  | { readonly type: 'errorPart' | 'close' | 'break'; readonly at: number }
  | { readonly type: 'refuse'; readonly status: number; readonly at: number }

/** A whole call. */
export interface CallAction {
  readonly type: 'call'
  readonly tool: ToolName | 'nope'
  readonly id: 'fresh' | 'same' | 'odd' | 'none'
  readonly input: 'good' | 'partial' | 'empty' | 'list'
  readonly streamed: boolean
  readonly at: number
}

export type FinishWord = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other'

/** One tool of each scope: plain, with a timeout, with a second attempt, silent. */
export const toolNames = ['plain', 'timed', 'twice', 'silent'] as const
export type ToolName = (typeof toolNames)[number]

const at = fc.nat({ max: 3 })
const tool = fc.constantFrom(...toolNames)
const is = <T extends string>(type: T): fc.Arbitrary<T> => fc.constant(type)

const often = <T>(times: number, value: T): T[] => Array.from({ length: times }, () => value)

const anyPageAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: is('send'),
      onBusy: fc.constantFrom<OnBusy>('reject', 'queue', 'steer', 'steer'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: is('send'), onBusy: is('interrupt') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('execute', 'retry') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('edit', 'regenerate'),
      onBusy: fc.constantFrom<OnBusy>('reject', 'queue', 'steer', 'interrupt'),
      at: fc.nat({ max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: is('select'), at: fc.nat({ max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ type: is('runTool'), tool }) },
  { weight: 30, arbitrary: fc.record({ type: fc.constantFrom('settle', 'settle', 'throw'), at }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('cancel', 'settleLast'), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: is('trip'),
      name: fc.constantFrom(...tripNames, 'after call', 'toModel', 'subscriber'),
      how: fc.constantFrom('throw', 'throw', 'hang'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ type: is('advance'), ms: fc.constantFrom(1, 500, 1_000) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom('unregister', 'register', 'register', 'register'),
      scope: fc.nat({ max: toolNames.length - 1 }),
    }),
  },
)

const anyModelAction: fc.Arbitrary<ModelAction> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: is('delta'), part: fc.constantFrom('text', 'reasoning'), at }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      type: is('call'),
      tool: fc.constantFrom(...often(5, toolNames).flat(), 'nope'),
      id: fc.constantFrom(...often(3, 'fresh' as const), 'same', 'odd', 'none'),
      input: fc.constantFrom(...often(8, 'good' as const), 'partial', 'empty', 'list'),
      streamed: fc.boolean(),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: is('begin'), tool, at }) },
  {
    weight: 25,
    arbitrary: fc.record({ type: is('reply'), tools: fc.array(tool, { maxLength: 3 }), at }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      type: is('finish'),
      reason: fc.constantFrom<FinishWord>(
        ...often(12, 'tool-calls' as const),
        ...often(4, 'stop' as const),
        'length',
        'content-filter',
        'error',
        'other',
      ),
      closes: fc.constantFrom(...often(9, true), false),
      at,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('errorPart', 'close', 'break'), at }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: is('refuse'), status: fc.constantFrom(400, 429, 503), at }),
  },
)

/** Any action, weighted so that most actions make the loop go on. */
export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 49, arbitrary: anyPageAction },
  { weight: 50, arbitrary: anyModelAction },
  { weight: 1, arbitrary: fc.record({ type: is('cancelAll') }) },
)

/** Any options of an agent that change the way of its loop. */
export const anySetup = fc.record({
  hasContext: fc.boolean(),
  calls: fc.record({
    order: fc.constantFrom('serial' as const, 'parallel' as const),
    errors: fc.constantFrom('tell' as const, 'tell' as const, 'abort' as const),
  }),
  limits: fc.record({
    iterations: fc.integer({ min: 1, max: 6 }),
    calls: fc.option(fc.nat({ max: 6 }), { nil: undefined, freq: 2 }),
    identicalCalls: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined, freq: 2 }),
    time: fc.option(fc.constant(4_000), { nil: undefined, freq: 2 }),
  }),
  request: fc.record({ retry: fc.nat({ max: 2 }) }),
})
export type Setup = typeof anySetup extends fc.Arbitrary<infer T> ? T : never
