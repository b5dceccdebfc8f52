import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type Agent, type AssistantMessage, createAgent, type UserMessage } from 'ambit'
import type { Conversation, EarlierMessage, Sink } from '../conversation.ts'

/** Creates an agent that has a conversation already and whose model answers through a sink. */
export function createAnswering(
  earlier: readonly EarlierMessage[],
): Conversation & { readonly agent: Agent } {
  let answer: (sink: Sink) => void = () => undefined
  const agent = createAgent({ model: createModel((sink) => answer(sink)) })
  for (const { id, role, text } of earlier) {
    if (role === 'user') {
      agent.history.append<UserMessage>({ id, role, createdAt: 0, content: text })
      continue
    }
    agent.history.append<AssistantMessage>({
      id,
      role,
      createdAt: 0,
      content: text,
      finishReason: 'stop',
      usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
      parts: [{ type: 'text', text }],
    })
  }
  const ask = (): Promise<Sink> =>
    new Promise((resolve) => {
      answer = resolve
      void agent.chat('Which lamp?')
    })
  return { agent, ask }
}

/** Creates a model that answers through a sink. */
function createModel(onAsk: (sink: Sink) => void): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doStream: () => {
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          const id = 'text'
          controller.enqueue({ type: 'stream-start', warnings: [] })
          controller.enqueue({ type: 'text-start', id })
          onAsk({
            delta: (delta) => controller.enqueue({ type: 'text-delta', id, delta }),
            end() {
              controller.enqueue({ type: 'text-end', id })
              controller.enqueue({
                type: 'finish',
                finishReason: { unified: 'stop', raw: 'stop' },
                usage: {
                  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
                  outputTokens: { total: 1, text: 1, reasoning: 0 },
                },
              })
              controller.close()
            },
          })
        },
      })
      return Promise.resolve({ stream })
    },
    doGenerate: () => Promise.reject(new Error('Every contestant streams.')),
  }
}
