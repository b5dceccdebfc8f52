import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'

/** The answer a stream carries, as `doGenerate` gives it. Throws the first `error` part's error, and when there is no finish part. */
export async function collect(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = []
  const texts = new Map<string, { type: 'text' | 'reasoning'; text: string }>()
  const reader = stream.getReader()
  for (;;) {
    const { done, value: part } = await reader.read()
    if (done) throw new Error('The stream ended without a finish part.')
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta': {
        const type = part.type === 'text-delta' ? 'text' : 'reasoning'
        const open = texts.get(`${type} ${part.id}`) ?? { type, text: '' }
        if (!texts.has(`${type} ${part.id}`)) content.push(open)
        texts.set(`${type} ${part.id}`, open)
        open.text += part.delta
        break
      }
      case 'tool-call':
      case 'tool-result':
      case 'file':
      case 'source':
        content.push(part)
        break
      case 'error':
        throw part.error
      case 'finish':
        return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] }
      default:
    }
  }
}
