import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fault, fine } from './fault.ts'
import { FaultServer } from './fault-server.ts'
import { playFault } from './play-fault.ts'
import { byteFaults } from './tables/bytes.ts'
import { cutFaults } from './tables/cuts.ts'
import type { Wire } from './wire.ts'
import { anthropicMessages } from './wires/anthropic-messages.ts'
import { googleGenerateContent } from './wires/google-generate-content.ts'
import { openaiChat } from './wires/openai-chat.ts'
import { openaiResponses } from './wires/openai-responses.ts'

const server = new FaultServer()
let baseURL: string
beforeAll(async () => void (baseURL = await server.start()))
afterAll(() => server.stop())

const matrix: [Wire, Fault[]][] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  googleGenerateContent,
].map((wire) => [wire, [...cutFaults(wire), ...byteFaults(wire)]])

describe.each(matrix)('$name', (wire, faults) => {
  it.each(faults)('$name', async ({ replies, expect: expected }) => {
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
