import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'

/**
 * Copies a request, so that later changes of the request do not change the copy. The copy has the
 * same signal.
 */
export function copyRequest({
  abortSignal,
  ...request
}: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const copy = copyValue(request) as LanguageModelV4CallOptions
  return abortSignal ? { ...copy, abortSignal } : copy
}

/** Copies a value of plain data. `structuredClone` cannot copy a URL. */
function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyValue)
  if (value instanceof Uint8Array) return value.slice()
  if (value instanceof URL) return new URL(value)
  if (value instanceof Date) return new Date(value)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyValue(inner)]))
}

/**
 * Collects the parts of a stream into a result, as `doGenerate` returns it. Throws the error of the
 * first `error` part. Throws if there is no finish part.
 */
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
