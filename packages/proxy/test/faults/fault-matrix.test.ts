import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FaultServer } from './fault-server.ts'
import { fine } from './fault.ts'
import { matrix } from './matrix.ts'
import { playFault } from './play-fault.ts'

const server = new FaultServer()
let baseURL: string
beforeAll(async () => {
  baseURL = await server.start()
})
afterAll(() => server.stop())

const count = matrix.reduce((sum, { faults }) => sum + faults.length, 0)

describe(`T1 the fault matrix (R14, R23, R24, R25), ${count} faults`, () => {
  describe.each(matrix)('over $wire.name', ({ wire, faults }) => {
    it(`has ${faults.length} faults, no two of one name`, () => {
      expect(faults.length).toBeGreaterThanOrEqual(60)
      expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
    })

    it.each(faults)('holds when $name', async ({ replies, expect: expected }) => {
      const { outcome, breaches } = await playFault(wire, server, baseURL, replies, fine(wire))
      expect({ ...outcome, breaches }).toMatchObject({
        ran: [],
        answers: [],
        requests: replies.length,
        breaches: [],
        ...expected,
      })
    })
  })
})
