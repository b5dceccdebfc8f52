import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'

const usage = {
  inputTokens: { total: 0, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: undefined, reasoning: undefined },
}

/** Creates a model that asks for one call, and then ends the run. */
export function oneCallModel(toolName: string, input: unknown): LanguageModelV4 {
  const asking: LanguageModelV4StreamPart = {
    type: 'tool-call',
    toolCallId: `${toolName}-call`,
    toolName,
    input: JSON.stringify(input ?? {}),
  }
  const replies = [
    toReply('tool-calls', asking),
    toReply(
      'stop',
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Done.' },
      { type: 'text-end', id: '1' },
    ),
  ]
  return {
    specificationVersion: 'v4',
    provider: 'ambit',
    modelId: 'one-call',
    supportedUrls: {},
    doStream: async () => ({ stream: toStream(replies.shift() ?? []) }),
    doGenerate: () => Promise.reject(new Error('This model only streams.')),
  }
}

const toReply = (
  unified: 'stop' | 'tool-calls',
  ...parts: LanguageModelV4StreamPart[]
): LanguageModelV4StreamPart[] => [
  ...parts,
  { type: 'finish', finishReason: { unified, raw: undefined }, usage },
]

const toStream = (
  parts: readonly LanguageModelV4StreamPart[],
): ReadableStream<LanguageModelV4StreamPart> =>
  new ReadableStream({
    start(to) {
      for (const part of parts) to.enqueue(part)
      to.close()
    },
  })
