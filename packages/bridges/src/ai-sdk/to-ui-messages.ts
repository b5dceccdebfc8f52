import { partNames } from './ui-part.ts'
import { checkOptions } from '@ambit/core'
import type {
  Agent,
  PendingApproval,
  Message,
  SessionArtifact,
  ToolMessage,
  Usage,
} from '@ambit/core'
import type { UIMessage } from 'ai'
import { toAskingPart } from './approval-chunks.ts'
import { toArtifactPart } from './data-chunks.ts'
import { isOfUser } from './chat-place.ts'
import { toKept } from './kept.ts'
import { toAssistantParts, toUserParts } from './message-parts.ts'
import { runOf } from './run-ids.ts'
import type { PartOptions } from './ui-part.ts'
import { withAnswer } from './with-answer.ts'

/** The options of `toUIMessages`. */
export interface ToUIMessagesOptions extends PartOptions {
  /** The artifacts to show, each after its call. Default: those of the agent, else none. */
  readonly artifacts?: readonly SessionArtifact[] | undefined
}

/** The parts of an agent that a chat shows. */
type Shown = Pick<Agent, 'history' | 'scopes' | 'sessions' | 'pending' | 'calls'>

/**
 * Converts messages for a chat of the AI SDK, such as the initial `messages` of `useChat`. Those of
 * an agent have the titles of its tools, and ask about the calls that wait for an approval. A
 * history, or a list of messages, has neither.
 *
 * A model's answer, with its calls and all later answers of the same turn, is one message, as a
 * transport streams it. Messages of the application to the model are left out. A call without an
 * answer is `input-available`. Outputs are the results as the page has them, with what
 * `result.toModel` leaves out. For a model, `convertToModelMessages(messages, { tools:
 * toToolSet(agent) })` gives what it may have of the calls in the agent's history.
 */
export function toUIMessages(
  from: Shown | { readonly messages: readonly Message[] } | readonly Message[],
  given: ToUIMessagesOptions = {},
): UIMessage[] {
  checkOptions('`toUIMessages`', given, { ...partNames, artifacts: ':array' })
  const options = 'history' in from ? { ...ofAgent(from), ...given } : given
  const history = 'history' in from ? from.history : from
  const pending = 'history' in from ? from.pending.list('approval') : []
  const converted: UIMessage[] = []
  const messages = 'messages' in history ? history.messages : history
  let turn: Message[] = []
  const keep = (): void => {
    const last = converted.at(-1)
    if (!last || turn.length === 0) return
    last.metadata = { ...(last.metadata as object | undefined), ambit: toKept(turn) }
    turn = []
  }
  for (const message of messages) {
    if (isOfUser(message)) keep()
    turn.push(message)
    const last = converted.at(-1)
    if (message.role === 'user') {
      if (message.source === undefined) {
        converted.push({ id: message.id, role: 'user', parts: toUserParts(message.content) })
      }
    } else if (message.role === 'assistant') {
      const parts = toAssistantParts(message, options)
      const runId = 'history' in from ? runOf(from, message.id) : undefined
      if (last?.role === 'assistant') {
        const before = last.metadata as { readonly usage: Usage }
        last.parts.push(...parts)
        last.metadata = {
          ...before,
          usage: add(before.usage, message.usage),
        }
      } else {
        converted.push({
          id: message.id,
          role: 'assistant',
          metadata: { ...(runId !== undefined && { runId }), usage: message.usage },
          parts,
        })
      }
    } else if (last) answerIn(last, message, options)
  }
  keep()
  for (const request of pending) askIn(converted.at(-1), request)
  return converted
}

const ofAgent = ({ scopes, sessions }: Shown): ToUIMessagesOptions => ({
  titleOf: (name) => scopes.find(name)?.tool.title,
  artifacts: sessions.getState().artifacts,
})

/** Puts an answer into the part of its call, and the call's artifacts behind the others. */
function answerIn({ parts }: UIMessage, message: ToolMessage, options: ToUIMessagesOptions): void {
  const at = parts.findIndex((part) => 'toolCallId' in part && part.toolCallId === message.id)
  const part = parts[at]
  if (!part) return
  parts[at] = withAnswer(part, message)
  for (const artifact of options.artifacts ?? []) {
    if (artifact.callId === message.id) parts.push(toArtifactPart(artifact))
  }
}

/** Lets the part of a call ask the user. */
function askIn(message: UIMessage | undefined, request: PendingApproval): void {
  const { parts = [] } = message ?? {}
  const at = parts.findIndex((part) => 'toolCallId' in part && part.toolCallId === request.callId)
  const part = parts[at]
  if (part) parts[at] = toAskingPart(part, request)
}

/** Adds the counts of two answers. */
function add(one: Usage, two: Usage): Usage {
  const sum: Record<string, unknown> = { ...one }
  for (const [key, count] of Object.entries(two)) {
    const before = sum[key]
    sum[key] = typeof before === 'number' ? before + count : count
  }
  return sum as unknown as Usage
}
