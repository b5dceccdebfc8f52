import { partNames } from './ui-part.ts'
import { checkOptions } from '@ambit/core'
import type { Agent } from '@ambit/core'
import type { ChatTransport, UIMessage } from 'ai'
import { AgentChats } from './agent-chats.ts'
import { isAgain } from './is-again.ts'
import type { AgentTransportOptions } from './transport-options.ts'

/** A transport for `useChat` and `Chat` of the AI SDK, over an agent of this page. */
export interface AgentTransport<
  Message extends UIMessage = UIMessage,
> extends ChatTransport<Message> {
  /** The number of parts that were left out of the user's messages, by type. */
  readonly ignored: ReadonlyMap<string, number>
}

const allChats = new WeakMap<Agent, AgentChats>()

/**
 * Creates a transport with which a chat of the AI SDK runs on an agent, in this page. A page may
 * create one at each render: the transports of an agent share what they know.
 *
 * The agent's history is the truth. A chat continues after the message before the new one in its
 * list; what the history has behind that stays as another branch. While the agent waits for an
 * approval, the stream ends, so give the chat `sendAutomaticallyWhen: whenDecided`.
 */
export function createAgentTransport<Message extends UIMessage = UIMessage>(
  agent: Agent,
  options: AgentTransportOptions = {},
): AgentTransport<Message> {
  checkOptions('`createAgentTransport`', options, {
    ...partNames,
    callOptions: ':function',
    onDifference: '',
    onStop: '=cancel =leave',
  })
  const chats = allChats.get(agent) ?? new AgentChats(agent)
  allChats.set(agent, chats)
  return {
    ignored: chats.ignored,
    // A run is shown from its beginning.
    resumeStreamIsReplay: true,
    sendMessages: async (sent) => {
      // The chat has removed the answer before. What still comes of it would bring it back.
      if (isAgain(sent)) chats.feeds.get(sent.chatId)?.drop()
      return (await import('./send.ts')).send(chats, sent, options)
    },
    reconnectToStream: async (chat) =>
      (await import('./reconnect.ts')).reconnect(chats, chat, options),
  }
}
