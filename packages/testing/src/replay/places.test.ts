import type { Agent, AgentEvent, Run } from '@ambit/core'
import { type Place, recordingOf } from '@ambit/devtools/record'
import { describe, expect, it } from 'vitest'
import { hearPlaces } from './player.ts'

const ofRun = (type: string, fields: object = {}): AgentEvent =>
  ({ type: `agent:${type}`, runId: 'r1', callId: 'c1', ...fields }) as unknown as AgentEvent

describe('hearPlaces', () => {
  it('counts as a recording does: what a cancelled call leads to is not a place', () => {
    const events = [
      ofRun('started', { input: 'choose' }),
      ofRun('pending_resolved', { kind: 'question', id: 'a1', outcome: 'cancelled' }),
      ofRun('pending_resolved', { kind: 'approval', decision: 'denied', by: 'cancelled' }),
      ofRun('pending_resolved', { kind: 'question', id: 'a2', outcome: 'answered' }),
      ofRun('pending_resolved', { kind: 'approval', decision: 'approved', by: 'user' }),
      ofRun('cancelled', { reason: { kind: 'user' } }),
    ]
    const run = { id: 'r1', events } as unknown as Run<unknown>
    const heard: Place[] = []
    hearPlaces({ on: () => () => undefined } as unknown as Agent, run, (place) => {
      heard.push(place)
    })
    const after = recordingOf(run).runs[0]?.cancelled?.after
    expect(after).toEqual({ event: 'pending_resolved', nth: 2 })
    expect(heard.filter(({ event }) => event.endsWith('_resolved'))).toEqual([
      { event: 'pending_resolved', nth: 1 },
      after,
    ])
  })
})
