import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider'

/** Reads the stream of an answer to its end, for callers that do not stream. */
export async function toResult(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = []
  let text = ''
  let warnings: SharedV4Warning[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value: part } = await reader.read()
    if (done) throw new Error('The answer has no end.')
    if (part.type === 'error') throw part.error
    if (part.type === 'stream-start') ({ warnings } = part)
    if (part.type === 'text-delta') text += part.delta
    if (part.type === 'tool-call') content.push(part)
    if (part.type !== 'finish') continue
    const { usage, finishReason } = part
    if (text) content.unshift({ type: 'text', text })
    return { content, usage, finishReason, warnings }
  }
}
