import * as fc from 'fast-check'
import { env } from 'node:process'
import { createFakeClock, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { anySteps, anyEnd, CodeUnderTest } from '../../../test/code-programs.ts'
import { replay } from '../code/index.ts'
import { isTerminal } from '../../events.ts'

const isLong = Boolean(env['AMBIT_LONG'])
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

describe('a run of code, whatever its body does and whenever it ends', () => {
  it(
    'R75 R76 ends once, with an end event and a charge for every call, and replays from its JSON',
    async () => {
      await fc.assert(
        fc.asyncProperty(anySteps, anyEnd, fc.nat({ max: 30 }), async (steps, end, waits) => {
          const clock = createFakeClock()
          const code = new CodeUnderTest(steps, clock)
          for (let at = 0; at < waits; at++) await code.pass(at)
          code.end(end)
          for (let at = 0; at < 40 && code.run.status === 'running'; at++) await clock.advance(25)
          const { events, report, status } = code.run
          expect(status).not.toBe('running')
          expect(events.filter(isTerminal)).toEqual([events.at(-1)])
          const started = events.filter(({ type }) => type === 'agent:tool_started')
          const ended = events.filter((event) => 'charged' in event)
          expect(ended.map(({ callId }) => callId).toSorted()).toEqual(
            started.map((event) => ('callId' in event ? event.callId : '')).toSorted(),
          )
          const charged = ended.reduce((sum, event) => sum + (event.charged['tokens'] ?? 0), 0)
          expect(report?.charged['tokens'] ?? 0).toBe(charged)
          expect(code.spent).toBe(charged + code.chargedInside)
          expect(code.released).toBe(code.deferred)
          const before = [events.length, code.spent, code.ran]
          code.goOn()
          await flush()
          await clock.advance(10_000)
          expect([events.length, code.spent, code.ran]).toEqual(before)
          expect(code.released).toBe(code.deferred)
          const [live, read] = [replay(events), replay(copyOf(events))]
          expect(copyOf(read)).toEqual(copyOf(live))
          expect(live.status).toBe(status)
        }),
        { numRuns: isLong ? 20_000 : 300, seed: 20_261_127 },
      )
    },
    isLong ? 3_600_000 : 60_000,
  )
})
