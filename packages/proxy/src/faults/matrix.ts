import type { Fault } from './fault.ts'
import { byteFaults } from './tables/bytes.ts'
import { callFaults } from './tables/calls.ts'
import { cutFaults } from './tables/cuts.ts'
import { endingFaults } from './tables/endings.ts'
import { httpFaults } from './tables/http.ts'
import type { Wire } from './wire.ts'
import { anthropicMessages } from './wires/anthropic-messages.ts'
import { googleGenerateContent } from './wires/google-generate-content.ts'
import { openaiChat } from './wires/openai-chat.ts'
import { openaiResponses } from './wires/openai-responses.ts'

/** Every fault of every wire. */
export const matrix: readonly (readonly [Wire, readonly Fault[]])[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  googleGenerateContent,
].map((wire) => [wire, [
    ...cutFaults(wire),
    ...byteFaults(wire),
    ...httpFaults(wire),
    ...callFaults(wire),
    ...endingFaults(wire),
  ]])
