import type { JsonValue, PendingApproval } from '@ambit/core'
import { expect, it } from 'vitest'
import { thingsArg } from './things-arg.ts'
import { toChanges } from './to-changes.ts'

const argOf = (ids: readonly JsonValue[], preview: JsonValue): string | undefined =>
  thingsArg({ args: { note: 'x', ids }, preview } as unknown as PendingApproval, toChanges(preview))

it.each<[readonly JsonValue[], JsonValue]>([
  [
    ['A-1', 'A-2'],
    {
      before: [
        { id: 'A-1', n: 1 },
        { id: 'A-2', n: 1 },
      ],
      after: [],
    },
  ],
  [
    ['A-12', 'A-1'],
    ['A-12 Tea', 'Salt (A-1)'],
  ],
  [
    [7, 8],
    [
      { id: 7, n: 1 },
      { id: 8, n: 1 },
    ],
  ],
])('finds the ids %j of the things of a preview', (ids, preview) => {
  expect(argOf(ids, preview)).toBe('ids')
})

it.each<[string, readonly JsonValue[], JsonValue]>([
  // The order may be what the call is about.
  ['in another order', ['A-2', 'A-1'], ['A-1', 'A-2']],
  ['of fewer things', ['A-1'], ['A-1', 'A-2']],
  ['with another thing', ['A-1', 'A-3'], ['A-1', 'A-2']],
  ['of one thing twice', ['A-1', 'A-1'], ['A-1', 'A-2']],
  ['that are a part of an id', ['A-1', 'A-2'], ['A-12', 'A-2']],
  ['in each name', ['all', 'A-2'], ['all A-1', 'all A-2']],
  ['of one thing', ['A-1'], ['A-1']],
  ['of objects that cannot be a text', ['A-1', 'A-2'], [{ toString: {} }, { toString: [] }]],
  ['of a preview that is a text', ['A-1', 'A-2'], 'A-1, A-2'],
])('leaves a list %s', (_, ids, preview) => {
  expect(argOf(ids, preview)).toBeUndefined()
})
