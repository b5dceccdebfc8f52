import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Reasoning,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
} from '@ai-sdk/provider'
import { ModelError } from '../../errors/model-error.ts'

/**
 * Collects the parts of a stream into a whole answer, in their order.
 *
 * @throws The error of the first `error` part, so a cut stream rejects. {@link ModelError} with the
 * code `stream_cut` if there is neither an `error` nor a `finish` part.
 */
export async function collectParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = []
  const open = new Map<string, LanguageModelV4Text | LanguageModelV4Reasoning>()
  let warnings: LanguageModelV4GenerateResult['warnings'] = []
  let response: LanguageModelV4GenerateResult['response']
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined

  const reader = stream.getReader()
  for (;;) {
    const { done, value: part } = await reader.read()
    if (done) break
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const type = part.type === 'text-start' ? 'text' : 'reasoning'
        const block = { type, text: '', ...metadataOf(part) } as const
        open.set(`${type} ${part.id}`, block)
        content.push(block)
        break
      }
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end': {
        const block = open.get(`${part.type.replace(/-.*/, '')} ${part.id}`)
        if (!block) break
        // The latest metadata of a block replaces the earlier one, because signatures come with the
        // end of a block.
        Object.assign(block, metadataOf(part))
        if ('delta' in part) block.text += part.delta
        if ('citations' in part) Object.assign(block, { citations: part.citations })
        break
      }
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
      case 'file':
      case 'reasoning-file':
      case 'source':
      case 'custom':
        content.push(part)
        break
      case 'stream-start':
        warnings = part.warnings
        break
      case 'response-metadata': {
        const { type: _type, ...metadata } = part
        response = metadata
        break
      }
      case 'finish':
        finish = part
        break
      case 'error':
        await reader.cancel(part.error)
        throw part.error
      default:
    }
  }
  if (!finish) {
    throw new ModelError(
      'The model stream ended without a finish part, so the answer is not complete. Send the request again.',
      {
        kind: 'stream_cut',
        isRetryable: true,
      },
    )
  }
  const { type: _type, ...end } = finish
  return { content, ...end, warnings, ...(response && { response }) }
}

const metadataOf = ({ providerMetadata }: Pick<LanguageModelV4Text, 'providerMetadata'>) =>
  providerMetadata && { providerMetadata }
