import type { UIMessage, UIMessageChunk } from 'ai'
import type { AgentChats, Reader } from './agent-chats.ts'
import { openSession } from './chat-session.ts'
import { isAgain, type Sent } from './is-again.ts'
import { type AgentTransportOptions, type SentRequest, toVerbs } from './transport-options.ts'
import type { Agent, ApproveOptions, Run } from '@ambit/core'
import { findMessage } from './find-message.ts'
import { goOnAfter, isOfUser } from './chat-place.ts'
import { count, toContent } from './user-content.ts'
import { toAnswer } from './answer.ts'
import { toAnswerChunk, type UIPart } from './ui-part.ts'
import { withAnswer } from './with-answer.ts'

/** Answers a message of the user, or goes on after an approval. */
export async function send(
  chats: AgentChats,
  sent: Sent,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk>> {
  const { chatId, messageId, messages, trigger } = sent
  await openSession(chats, chatId, messages)
  const last = messages.at(-1)
  if (trigger === 'submit-message') {
    // The answer to a question may come after a later message, or after the end of its message.
    const named = messageId === undefined ? last : messages.find(({ id }) => id === messageId)
    if (!named) return toStream([])
    if (named.role === 'assistant') return goOn(chats, named, sent, options)
  }
  const { run } = await beginRun(chats, sent, options)
  const before = chats.feeds.get(chatId)
  const feed = before?.run.id === run.id ? before : chats.follow(run, chatId, options)
  if (last) feed.said.push(last.id)
  return chats.stream(feed, sent, options)
}

/**
 * Begins the run that a chat asks for: after a new message, after one that was changed, or to
 * answer one again. A new message follows the message before it in the chat's list. A run is a
 * promise too, so it is inside an object.
 */
async function beginRun(
  chats: AgentChats,
  sent: Sent,
  options: AgentTransportOptions,
): Promise<{ readonly run: Run<unknown> }> {
  const { agent } = chats
  const { messages, trigger } = sent
  const before = chats.feeds.get(sent.chatId)
  const verbs = toVerbs(chats, sent, options, isAgain(sent) ? 'interrupt' : 'queue')
  if (before?.isPaused || before?.isStopped) {
    // The user said something in place of an answer, or right after a stop.
    await endRun(chats, before.run)
  }
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const asked = messages[at]
  const known = asked && findMessage(chats, asked.id)
  if (!chats.running) {
    settleParts(agent, messages)
    const earlier = messages.slice(0, Math.max(at, 0))
    const isTold = tellDifference(chats, sent.chatId, earlier, options)
    const shown = earlier.findLast(({ id }) => findMessage(chats, id))
    if (known === undefined && (shown || !isTold)) {
      goOnAfter(agent, (shown && findMessage(chats, shown.id)) ?? null)
    }
  }
  const { history } = agent
  const answerAgain = (): Run<unknown> =>
    verbs.resume(known ?? history.messages.findLast(isOfUser)?.id)
  if (trigger === 'regenerate-message') return { run: answerAgain() }
  const input = toContent(asked?.parts ?? [], chats.ignored)
  if (known === undefined) return { run: verbs.chat(input) }
  const old = history.get(known)
  const isSame = old?.role === 'user' && JSON.stringify(old.content) === JSON.stringify(input)
  return { run: isSame ? answerAgain() : verbs.chat(input, known) }
}

/** Tells of a chat's messages that the history lacks. Returns false if there are none. */
function tellDifference(
  chats: AgentChats,
  chatId: string,
  messages: readonly UIMessage[],
  { onDifference = warn }: AgentTransportOptions,
): boolean {
  const system = messages.filter(({ role }) => role === 'system')
  for (const { role } of system) count(chats.ignored, role)
  const unknown = messages.filter(
    ({ id, role }) => role !== 'system' && !findMessage(chats, id) && !chats.ids.has(id),
  )
  if (unknown.length > 0) onDifference({ chatId, unknown })
  return unknown.length > 0
}

const warned = new Set<string>()

const warn: NonNullable<AgentTransportOptions['onDifference']> = ({ chatId, unknown }) => {
  if (warned.has(chatId)) return
  warned.add(chatId)
  console.warn(
    `[ambit] The chat shows messages that the agent's history does not have (${unknown.length}). The model does not see them. Begin the chat with \`toUIMessages(agent)\`, or call \`agent.history.load(fromUIMessages(messages))\`.`,
  )
}

/**
 * Gives the agent the answers of the user in a message of a chat, mostly the last one, and
 * streams what the agent does then. An answer to a question that has ended changes nothing: the
 * chat gets the end of the call. Without an answer and a run that goes on, `resume` continues the
 * conversation.
 */
async function goOn(
  chats: AgentChats,
  last: UIMessage,
  sent: SentRequest & Reader,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk>> {
  const { agent } = chats
  const { pending } = agent
  const answers = last.parts.flatMap((part) =>
    'approval' in part && part.state === 'approval-responded' ? [part.approval] : [],
  )
  const waiting = pending.list('approval').find(({ id }) => answers.some((own) => own.id === id))
  const run = waiting ? agent.run(waiting.runId) : runOfLast(chats, last)
  if (!run && answers.length > 0) {
    await whenEnded(chats)
    return toStream(toEndChunks(agent, last, false))
  }
  const feed = chats.feeds.get(sent.chatId)
  const own =
    run && feed?.run.id === run.id
      ? feed
      : chats.follow(
          run ?? toVerbs(chats, sent, options).resume(),
          sent.chatId,
          options,
          run?.events.length,
        )
  for (const { id, approved, reason } of answers) {
    if (approved) pending.approve(id, answers.length === 1 ? toApproveOptions(sent.body) : {})
    else pending.deny(id, reason)
  }
  const chunks = own === feed || waiting ? [] : toEndChunks(agent, last, true)
  return chats.stream(own, sent, options, { isContinued: true, chunks })
}

/** Returns the run that goes on, if the last message of a chat belongs to its turn. */
function runOfLast(chats: AgentChats, last: UIMessage): Run<unknown> | undefined {
  const { messages } = chats.agent.history
  const turn = messages.slice(messages.findLastIndex(isOfUser) + 1)
  const id = findMessage(chats, last.id)
  return turn.some((message) => message.id === id) ? chats.running : undefined
}

/** Returns what a page gave with an approval: `{ body: { args, remember } }`. */
function toApproveOptions(body: object = {}): ApproveOptions {
  const { args, remember } = body as ApproveOptions
  return { args, remember }
}

const endings = new WeakMap<AgentChats, Promise<unknown>>()

/** Cancels a run as the user wishes. Resolves when it has ended. */
function endRun(chats: AgentChats, run: Run<unknown>): Promise<unknown> {
  run.cancel({ kind: 'user' })
  const ending = run.catch(() => undefined)
  endings.set(chats, ending)
  return ending
}

/** Resolves when the last run that a chat has ended is over, with the answers of its calls. */
const whenEnded = (chats: AgentChats): Promise<unknown> | undefined => endings.get(chats)

const ended = ['output-available', 'output-error', 'output-denied']

/**
 * Puts answers from the history into the calls that a chat left open: a stopped chat reads no more,
 * and an unanswered question has ended. The messages are those that the chat shows. Each changed
 * message is replaced in their list.
 */
function settleParts({ history }: Agent, messages: UIMessage[]): void {
  messages.forEach((message, at) => {
    if (message.role !== 'assistant' || !message.parts.some(isLeft)) return
    messages[at] = {
      ...message,
      parts: message.parts.map((part) => {
        if (!isLeft(part)) return part
        const answer = history.get(part.toolCallId)
        return answer?.role === 'tool' ? withAnswer(part, answer) : unmade(part)
      }),
    }
  })
}

/**
 * Returns the chunks that put answers from the history into the calls that a message leaves open.
 * With `isRunning`, a call without an answer stays open.
 */
const toEndChunks = (
  { history }: Agent,
  { parts }: UIMessage,
  isRunning: boolean,
): UIMessageChunk[] =>
  parts.filter(isLeft).flatMap(({ toolCallId }) => {
    const answer = history.get(toolCallId)
    if (answer?.role === 'tool') return [toAnswerChunk(toolCallId, toAnswer(answer))]
    return isRunning ? [] : [{ type: 'tool-output-error', toolCallId, errorText }]
  })

type CallPart = Extract<UIPart, { toolCallId: string }>

const isLeft = (part: UIPart): part is CallPart =>
  'toolCallId' in part && !ended.includes(part.state)

/** The words about a call that the history does not have, because its message was cut. */
const errorText = 'The call was not made.'

function unmade(part: CallPart): UIPart {
  const { approval: _approval, ...rest } = part
  return { ...rest, state: 'output-error', errorText } as UIPart
}

const toStream = (chunks: readonly UIMessageChunk[]): ReadableStream<UIMessageChunk> =>
  new ReadableStream({
    start(to) {
      for (const chunk of chunks) to.enqueue(chunk)
      to.close()
    },
  })
