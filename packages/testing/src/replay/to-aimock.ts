import { readRecording } from '@ambit/devtools/record'
import { textOf } from './content.ts'

/** The fixtures of aimock, a server that stands in for model providers. */
export interface AimockFixtures {
  readonly fixtures: readonly {
    readonly match: {
      readonly userMessage?: string
      readonly toolCallId?: string
      readonly turnIndex?: number
    }
    readonly response: {
      readonly content?: string
      readonly toolCalls?: readonly {
        readonly name: string
        readonly arguments: string
        readonly id: string
      }[]
    }
  }[]
}

/**
 * Converts the replies of a recording to a fixture file of aimock, for tests with a real provider's
 * wire. A reply is found by the number of the model's messages before it. Reasoning, faults and
 * replies that were cut are left out.
 *
 * Throws an `Error` if the recording cannot be read.
 */
export function toAimock(recording: unknown): AimockFixtures {
  const { runs } = readRecording(recording)
  /** The number of the model's messages before each message. */
  const depths = new Map<string, number>()
  let depth = 0
  const fixtures: AimockFixtures['fixtures'][number][] = []
  for (const { input, messageId, of, requests, kind } of runs) {
    if (kind === 'execute' || kind === 'tool' || kind === 'undo') {
      // A call by the page is a message of the model to the provider.
      if (kind === 'tool') depth++
      continue
    }
    if (of !== undefined) depth = depths.get(of) ?? depth
    if (messageId !== undefined) depths.set(messageId, depth)
    for (const { reply } of requests) {
      if (!reply || reply.finishReason === undefined) continue
      depths.set(reply.messageId, depth)
      const content = reply.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      const toolCalls = reply.parts.flatMap((part) =>
        part.type === 'tool-call' && !part.providerExecuted
          ? [{ id: part.id, name: part.name, arguments: JSON.stringify(part.input ?? {}) }]
          : [],
      )
      const isEdited = kind === 'edit' && reply === requests[0]?.reply
      fixtures.push({
        match: { turnIndex: depth, ...(isEdited && { userMessage: textOf(input) }) },
        response: {
          ...(content.length > 0 && { content: content.join('') }),
          ...(toolCalls.length > 0 && { toolCalls }),
        },
      })
      depth++
    }
  }
  // The first fixture that fits counts, so an edit comes before what it replaced.
  return { fixtures: fixtures.toReversed() }
}
