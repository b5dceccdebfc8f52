import {
  chat,
  chatParamsFromRequest,
  mergeAgentTools,
  toServerSentEventsResponse,
} from '@tanstack/ai'
import { toolDefinition } from '@tanstack/ai/client'
import { createAnthropicChat } from '@tanstack/ai-anthropic'
import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client'
import type { Contestant } from '../contestant.ts'

/**
 * `ChatClient` of `@tanstack/ai-client`, which `useChat` of TanStack AI wraps, with client tools.
 * It sends the tools that are on, and the server offers them to the model.
 */
export const tanstackAi: Contestant = {
  name: 'TanStack AI',
  createServer(page, { fetch }) {
    const adapter = createAnthropicChat('claude-sonnet-4-5', 'none', { fetch })
    return async (request) => {
      const { messages, threadId, runId, parentRunId, resume, tools } =
        await chatParamsFromRequest(request)
      const stream = chat({
        adapter,
        messages,
        threadId,
        runId,
        parentRunId,
        resume,
        systemPrompts: [page.instructions],
        tools: mergeAgentTools([], tools),
      })
      return toServerSentEventsResponse(stream)
    }
  },
  async run(page, _task, url) {
    const all = page.tools.map((one) => ({
      isOn: one.isOn,
      tool: toolDefinition({
        name: one.name,
        description: one.description,
        inputSchema: one.parameters,
      }).client((args: unknown) => {
        const result = one.run(args as { id: string })
        client.updateOptions({ tools: toolsOn() })
        return result
      }),
    }))
    const toolsOn = () => all.filter(({ isOn }) => isOn()).map(({ tool }) => tool)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const client = new ChatClient({
      connection: fetchServerSentEvents(`${url}/api/chat`),
      initialMessages: page.said.map(({ id, role, text }) => ({
        id,
        role,
        parts: [{ type: 'text', content: text }],
      })),
      tools: toolsOn(),
      onError: reject,
      onFinish({ parts }) {
        if (parts.at(-1)?.type === 'text') resolve()
      },
    })
    await client.sendMessage(page.question)
    await promise
  },
}
