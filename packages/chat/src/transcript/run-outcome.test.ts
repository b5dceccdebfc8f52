import type { AgentState } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { runOutcome } from './status-line.tsx'

type Ended = Pick<AgentState, 'error' | 'cancelled'>

const idle: Ended = {}

describe('runOutcome', () => {
  it.each<[string, Ended, string]>([
    ['failed when there is an error', { ...idle, error: new Error('x') }, 'failed'],
    ['stopped when it was cancelled', { ...idle, cancelled: { kind: 'user' } }, 'stopped'],
    ['done when it ended by itself', idle, 'done'],
  ])('is %s', (_, activity, outcome) => {
    expect(runOutcome(activity)).toBe(outcome)
  })
})
