import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { inDeltas, reply, serialise, type Task } from './task.ts'

/** A model of the AI SDK's port that replies at once: what Ambit, `ai` and the floor run on. */
export function createWireModel(task: Task): LanguageModelV4 {
  let requests = 0
  return createStreamingModel(({ prompt, tools, toolChoice }) => {
    if (task.isSerialised) serialise({ model: 'wire', stream: true, prompt, tools, toolChoice })
    return toParts(task, requests++)
  })
}

/** A model whose every answer is the parts that `answer` gives. */
export const createStreamingModel = (
  answer: (
    request: Parameters<LanguageModelV4['doStream']>[0],
  ) => readonly LanguageModelV4StreamPart[],
): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'wire',
  supportedUrls: {},
  doStream: (request) => Promise.resolve({ stream: toStream(answer(request)) }),
  doGenerate: () => Promise.reject(new Error('Every contestant streams.')),
})

const toStream = (
  parts: readonly LanguageModelV4StreamPart[],
): ReadableStream<LanguageModelV4StreamPart> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

export const opening: readonly LanguageModelV4StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', id: 'response', modelId: 'wire' },
]

export const toFinish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 20, text: 20, reasoning: 0 },
  },
})

function toParts(task: Task, nth: number): LanguageModelV4StreamPart[] {
  const { calls, text } = reply(task, nth)
  const parts = [...opening]
  for (const { id, name: toolName, input } of calls) {
    parts.push({ type: 'tool-input-start', id, toolName })
    for (const delta of inDeltas(input)) parts.push({ type: 'tool-input-delta', id, delta })
    parts.push({ type: 'tool-input-end', id })
    parts.push({ type: 'tool-call', toolCallId: id, toolName, input })
  }
  if (text) {
    parts.push({ type: 'text-start', id: 'text' })
    parts.push({ type: 'text-delta', id: 'text', delta: text })
    parts.push({ type: 'text-end', id: 'text' })
  }
  parts.push(toFinish(calls.length ? 'tool-calls' : 'stop'))
  return parts
}
