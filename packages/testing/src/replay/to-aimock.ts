import { readRecording, type RecordedReply, type Recording } from '@ambit/devtools/record'
import { textOf } from './content.ts'

/** The fixtures of aimock, a server that stands in for model providers. */
export interface AimockFixtures {
  readonly fixtures: readonly {
    readonly match: {
      readonly userMessage?: string
      readonly toolCallId?: string
      readonly turnIndex?: number
      readonly sequenceIndex?: number
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

/** A reply, and what the server has to know to find it. */
interface Found {
  readonly reply: RecordedReply
  readonly turnIndex: number
  /** The last text of the user before it. */
  readonly userMessage: string
}

/**
 * Converts the replies of a recording to a fixture file of aimock, for tests with a real provider's
 * wire. A reply is found by the number of the model's messages before it. Where two replies have
 * the same number, such as in two sessions, the last message of the user tells them apart; then
 * their order. Reasoning, faults and replies that were cut are left out.
 *
 * Throws an `Error` if the recording cannot be read.
 */
export function toAimock(recording: unknown): AimockFixtures {
  const all = findReplies(readRecording(recording))
  const fixtures = all.map((found) => {
    const { reply, turnIndex, userMessage } = found
    const rivals = all.filter((other) => other.turnIndex === turnIndex)
    const same = rivals.filter((other) => other.userMessage === userMessage)
    const match = {
      turnIndex,
      ...(rivals.length > 1 && userMessage && { userMessage }),
      ...(same.length > 1 && { sequenceIndex: same.indexOf(found) }),
    }
    return { match, response: toResponse(reply) }
  })
  // A text fits a longer one that has it, and the first fixture that fits counts.
  const lengthOf = ({ match }: (typeof fixtures)[number]): number => match.userMessage?.length ?? 0
  return { fixtures: fixtures.toSorted((a, b) => lengthOf(b) - lengthOf(a)) }
}

function findReplies({ runs, before = [] }: Recording): readonly Found[] {
  const all: Found[] = []
  /** The place of each message: the number of the model's messages before it, and the last text. */
  const places = new Map<string, Place>()
  /** The place at the end of each session. */
  const ends = new Map<string | undefined, Place>()
  const first = { depth: before.filter(({ role }) => role === 'assistant').length, said: '' }
  for (const { session, input, messageId, of, requests, steered, kind } of runs) {
    let { depth, said } = ends.get(session) ?? (ends.size === 0 ? first : { depth: 0, said: '' })
    if (kind === 'execute' || kind === 'undo') continue
    // A call by the page is a message of the model to the provider.
    if (kind === 'tool') depth++
    const place = of === undefined ? undefined : places.get(of)
    if (place) ({ depth, said } = place)
    if (input !== undefined) said = textOf(input)
    if (messageId !== undefined) places.set(messageId, { depth, said })
    for (const [at, { reply }] of requests.entries()) {
      const late = steered.findLast(({ request }) => request === at)
      if (late) said = textOf(late.content)
      if (reply?.finishReason === undefined) continue
      places.set(reply.messageId, { depth, said })
      all.push({ reply, turnIndex: depth++, userMessage: said })
    }
    ends.set(session, { depth, said })
  }
  return all
}

interface Place {
  readonly depth: number
  readonly said: string
}

type Response = AimockFixtures['fixtures'][number]['response']

function toResponse({ parts }: RecordedReply): Response {
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const toolCalls = parts.flatMap((part) =>
    part.type === 'tool-call' && !part.providerExecuted
      ? [{ id: part.id, name: part.name, arguments: JSON.stringify(part.input ?? {}) }]
      : [],
  )
  return {
    ...(content.length > 0 && { content: content.join('') }),
    ...(toolCalls.length > 0 && { toolCalls }),
  }
}
