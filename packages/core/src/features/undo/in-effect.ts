import { derivedTaint } from '../../engine/commit.ts'
import type { LoopRun } from '../../engine/run.ts'
import type { History } from '../../messages/history.ts'
import type { Draft, Message, ToolMessage, UserMessage } from '../../messages/message.ts'
import type { UndoneCall } from '../../tools/context.ts'
import type { Effect } from '../../tools/effects.ts'

/** What is known of the calls of this page. */
interface KnownCalls {
  /** Returns the effect of the tool of an answered call; undefined if the page has no such tool. */
  effectOf(answer: ToolMessage): Effect | undefined
  /** The state of the undo of a call; undefined for one that registered none. */
  undoOf(callId: string): 'possible' | 'undoing' | 'undone' | 'failed' | undefined
}

/**
 * Returns the calls of messages whose effects hold, oldest first: those that succeeded, do not only
 * read, and are not undone. A call that did not succeed counts if it can be undone. So does one of
 * which nobody knows the effect, because its tool has left the page.
 */
export function callsInEffect(
  { all }: Pick<History, 'all'>,
  messages: readonly Message[],
  known: KnownCalls,
): readonly UndoneCall[] {
  const undone = new Set(noticesOf(all).flatMap((notice) => notice.undone))
  return messages.flatMap((message) => {
    if (message.role !== 'tool' || undone.has(message.id)) return []
    const undo = known.undoOf(message.id)
    const holds = message.status === 'ok' ? known.effectOf(message) !== 'read' : undo === 'possible'
    return holds && undo !== 'undone' ? [{ callId: message.id, tool: message.name }] : []
  })
}

/** Returns the messages that leave the path if a branch begins at a message. */
export function leftBy(history: History, id: string): readonly Message[] {
  const { messages } = history
  let from = history.get(id)
  while (from?.role === 'tool') from = history.get(from.parentId ?? '')
  if (!from) return []
  const kept = new Set<string>()
  for (let at = history.get(from.parentId ?? ''); at; at = history.get(at.parentId ?? '')) {
    kept.add(at.id)
  }
  return messages.filter((message) => !kept.has(message.id))
}

/** The most calls of other branches that the model is told of in one message. */
const maxCalls = 50
/** The most characters of the arguments of a call that the model is told. */
const maxArguments = 200

/**
 * Returns the message that tells the model which calls of other branches are in effect. Leaves out
 * those that it knows of on this branch. Returns undefined if there is nothing to tell.
 */
export function noteOfOthers(run: LoopRun, known: KnownCalls): Draft<UserMessage> | undefined {
  const { history } = run.session
  const { all, messages } = history
  if (all.length === messages.length) return undefined
  const path = new Set<Message>(messages)
  const told = new Set(noticesOf(messages).flatMap((notice) => notice.left))
  const others = all.filter((message) => !path.has(message) && !told.has(message.id))
  const left = callsInEffect(history, others, known).slice(-maxCalls)
  if (left.length === 0) return undefined
  const calls = left.map(({ callId, tool }) => `${tool} (${callId})${argumentsOf(run, callId)}`)
  return {
    id: run.ports.createId(),
    role: 'user',
    source: 'app',
    forModel: true,
    createdAt: run.ports.clock.now(),
    content: `Still in effect, from another version of this conversation: ${calls.join(', ')}. Do not do it again, unless the user wants it twice.`,
    undo: { undone: [], failed: [], left: left.map(({ callId }) => callId) },
    ...derivedTaint(run),
  }
}

/** Returns the arguments of a call as text; empty if third-party text may be in them. */
function argumentsOf({ session, config }: LoopRun, callId: string): string {
  const { history } = session
  let asking: Message | undefined = history.get(callId)
  while (asking?.role === 'tool') asking = history.get(asking.parentId ?? '')
  const call = asking?.role === 'assistant' && asking.calls?.find(({ id }) => id === callId)
  if (!call || asking?.taint !== undefined) return ''
  const text = JSON.stringify(call.arguments)
  return ` ${(config.redaction?.redact(text) ?? text).slice(0, maxArguments)}`
}

const noticesOf = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === 'user' && message.undo ? [message.undo] : []))
