import { derivedTaint } from '../../engine/commit.ts'
import type { LoopRun } from '../../engine/run.ts'
import { callsInEffect, type KnownCalls, noticesOf } from '../../messages/in-effect.ts'
import type { Draft, Message, UserMessage } from '../../messages/message.ts'

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
  const path = new Set<Message>(messages)
  const told = new Set(noticesOf(messages).flatMap((notice) => notice.left))
  const others = all.filter((message) => !path.has(message))
  const inEffect = callsInEffect(history, others, known)
  const left = inEffect.filter(({ id }) => !told.has(id)).slice(-maxCalls)
  if (left.length === 0) return undefined
  const calls = left.map(({ id, name, status }) => {
    const end = status === 'ok' ? '' : ', which did not succeed but may have taken effect'
    return `${name} (${id}${end})${argumentsOf(run, id)}`
  })
  return {
    id: run.ports.createId(),
    role: 'user',
    source: 'app',
    forModel: true,
    createdAt: run.ports.clock.now(),
    content: `Still in effect, from another version of this conversation: ${calls.join(', ')}. Do not do it again, unless the user wants it twice.`,
    undo: { undone: [], failed: [], left: left.map(({ id }) => id) },
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
