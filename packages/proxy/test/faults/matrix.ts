import type { Fault } from './fault.ts'
import { anthropicBlockFaults } from './tables/anthropic-blocks.ts'
import { anthropicMessageFaults } from './tables/anthropic-messages.ts'
import { byteFaults } from './tables/bytes.ts'
import { callFaults } from './tables/calls.ts'
import { cutFaults } from './tables/cuts.ts'
import { endingFaults } from './tables/endings.ts'
import { googleEndFaults } from './tables/google-ends.ts'
import { googlePartFaults } from './tables/google-parts.ts'
import { googleStreamedCallFaults } from './tables/google-streamed-calls.ts'
import { httpFaults } from './tables/http.ts'
import { chatCallFaults } from './tables/openai-chat-calls.ts'
import { chatChunkFaults } from './tables/openai-chat-chunks.ts'
import { responseEndFaults } from './tables/openai-response-ends.ts'
import { responseItemFaults } from './tables/openai-response-items.ts'
import type { Wire } from './wire.ts'
import { wires } from './wires.ts'

const own: Record<Wire['name'], () => Fault[]> = {
  'openai chat': () => [...chatCallFaults(), ...chatChunkFaults()],
  'openai responses': () => [...responseItemFaults(), ...responseEndFaults()],
  'anthropic messages': () => [...anthropicMessageFaults(), ...anthropicBlockFaults()],
  'google generateContent': () => [
    ...googleEndFaults(),
    ...googlePartFaults(),
    ...googleStreamedCallFaults(),
  ],
}

/** Every fault of every wire. */
export const matrix: readonly { readonly wire: Wire; readonly faults: readonly Fault[] }[] =
  wires.map((wire) => ({
    wire,
    faults: [
      ...cutFaults(wire),
      ...byteFaults(wire),
      ...httpFaults(wire),
      ...callFaults(wire),
      ...endingFaults(wire),
      ...own[wire.name](),
    ],
  }))
