import { createAnthropic } from '@ai-sdk/anthropic'
import { Chat } from '@ai-sdk/react'
import {
  convertToModelMessages,
  DefaultChatTransport,
  isStepCount,
  lastAssistantMessageIsCompleteWithToolCalls,
  streamText,
  tool,
  type ToolSet,
  type UIMessage,
} from 'ai'
import type { Contestant } from '../contestant.ts'
import type { Page, Said } from '../page.ts'

interface Setup {
  /** True if the page tells the server which tools are on, and the server offers only those. */
  readonly isPaged?: boolean | undefined
  /** True if the server sets the provider's automatic cache. */
  readonly isCached?: boolean | undefined
}

interface Body {
  readonly messages: UIMessage[]
  readonly on?: string[]
}

const toContestant = (name: string, { isPaged, isCached }: Setup = {}): Contestant => ({
  name,
  createServer(page, { fetch }) {
    const model = createAnthropic({ apiKey: 'none', fetch })('claude-sonnet-5-5')
    const tools = toTools(page)
    return async (request) => {
      const { messages, on } = (await request.json()) as Body
      const result = streamText({
        model,
        tools,
        system: page.instructions,
        messages: await convertToModelMessages(messages),
        stopWhen: isStepCount(1),
        ...(on && { activeTools: on }),
        ...(isCached && {
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
        }),
      })
      return result.toUIMessageStreamResponse()
    }
  },
  run(page, _task, url) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const byName = new Map(page.tools.map((one) => [one.name, one]))
    const chat: Chat<UIMessage> = new Chat({
      messages: page.said.map(toMessage),
      transport: new DefaultChatTransport({
        api: `${url}/api/chat`,
        ...(isPaged && { body: () => ({ on: namesOn(page) }) }),
      }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
      onToolCall({ toolCall: { toolName, toolCallId, input } }) {
        const output = byName.get(toolName)?.run(input as { id: string })
        void chat.addToolOutput({ tool: toolName, toolCallId, output })
      },
      onError: reject,
      onFinish({ message }) {
        if (message.parts.at(-1)?.type === 'text') resolve()
      },
    })
    void chat.sendMessage({ text: page.question })
    return promise
  },
})

const toMessage = ({ id, role, text }: Said): UIMessage => ({
  id,
  role,
  parts: [{ type: 'text', text }],
})

const namesOn = ({ tools }: Page): string[] =>
  tools.filter(({ isOn }) => isOn()).map(({ name }) => name)

const toTools = ({ tools }: Page): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: parameters }),
    ]),
  )

/**
 * `useChat` with client tools, as most apps write it: the server has all tools, and nothing tells
 * it what is on.
 */
export const useChat: Contestant = toContestant('useChat, tools on the server')

/** The same with the cache that an app turns on by itself. */
export const useChatCached: Contestant = toContestant('useChat, with cacheControl', {
  isCached: true,
})

/** The same with the tools that are on in each request, which is what the other products do. */
export const useChatPaged: Contestant = toContestant('useChat, tools that are on', {
  isPaged: true,
  isCached: true,
})
