import type { ApproveOptions, Run } from '@ambit/core'
import type { UIMessage, UIMessageChunk } from 'ai'
import type { AgentChats, Reader } from './agent-chats.ts'
import { isOfUser } from './chat-place.ts'
import { whenEnded } from './end-run.ts'
import { findMessage } from './find-message.ts'
import { toEndChunks } from './settle-parts.ts'
import { toStream } from './to-stream.ts'
import { type AgentTransportOptions, type SentRequest, toVerbs } from './transport-options.ts'

/**
 * Gives the agent the answers of the user in a message of a chat, mostly the last one, and
 * streams what the agent does then. An answer to a question that has ended changes nothing: the
 * chat gets the end of the call. Without an answer and a run that goes on, `resume` continues the
 * conversation.
 */
export async function goOn(
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
