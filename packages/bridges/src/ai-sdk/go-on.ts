import type { ApproveOptions } from '@ambit/core'
import type { UIMessage, UIMessageChunk } from 'ai'
import type { AgentChats, Reader } from './agent-chats.ts'
import { type AgentTransportOptions, type SentRequest, toCallOptions } from './transport-options.ts'

/**
 * Gives the agent the answers of the person in the last message of a chat, and streams what the
 * agent does then. Without a run that goes on, `retry` continues the conversation.
 */
export function goOn(
  chats: AgentChats,
  last: UIMessage,
  sent: SentRequest & Reader,
  options: AgentTransportOptions,
): ReadableStream<UIMessageChunk> {
  const { agent } = chats
  const { approvals } = agent
  const answers = last.parts.flatMap((part) =>
    'approval' in part && part.state === 'approval-responded' ? [part.approval] : [],
  )
  const waiting = approvals
    .getState()
    .pending.find(({ id }) => answers.some((own) => own.id === id))
  const run = waiting ? agent.run(waiting.runId) : chats.running
  const feed = chats.feeds.get(sent.chatId)
  const own =
    run && feed?.run.id === run.id
      ? feed
      : chats.follow(
          run ?? agent.retry(toCallOptions(chats, sent, options)),
          sent.chatId,
          options,
          run?.events.length,
        )
  for (const { id, approved, reason } of answers) {
    if (approved) approvals.approve(id, answers.length === 1 ? toApproveOptions(sent.body) : {})
    else approvals.deny(id, reason)
  }
  return chats.stream(own, sent, options, { isContinued: true })
}

/** Returns what a page gave with an approval: `{ body: { args, remember } }`. */
function toApproveOptions(body: object = {}): ApproveOptions {
  const { args, remember } = body as ApproveOptions
  return { args, remember }
}
