import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '@ambit/core'
import type { RecordedError, RecordedReply, RecordedRun } from '@ambit/devtools/record'
import type { ScriptedReply } from '../reply.ts'

type Finish = NonNullable<ScriptedReply['finishReason']>

/** Returns a recorded reply as the script of a model. A reply that was cut is cut again. */
export function toReply(reply: RecordedReply | undefined, run: RecordedRun): ScriptedReply {
  const { status, error } = run
  // A model that took too long for a budget of time gave no error.
  const isOfModel = status === 'failed' && error && error.name !== 'BudgetExceededError'
  if (!reply) return isOfModel ? { refuse: toModelError(error) } : { hang: true }
  const { parts, finishReason, usage } = reply
  const isCut = finishReason === undefined
  const made = parts.flatMap((part, at) => toStreamParts(part, `${at}`, isCut))
  if (!isCut) {
    const { promptTokens: prompt, completionTokens: completion, cachedTokens: cached } = usage
    const counts = { prompt, completion, ...(cached !== undefined && { cached }) }
    return { parts: made, usage: counts, finishReason: finishReason.replace('_', '-') as Finish }
  }
  const end = isOfModel ? { breakWith: toModelError(error) } : { hang: true }
  return { parts: made, finishReason: null, ...end }
}

/** Returns a recorded error as that of a model. It asks for no wait, so that a retry is quick. */
export const toModelError = ({ message, kind, isRetryable, status }: RecordedError): ModelError =>
  new ModelError(message, {
    kind: kind ?? 'model_failed',
    isRetryable: isRetryable ?? false,
    retryAfterMs: 1,
    ...(status !== undefined && { status }),
  })

type Part = RecordedReply['parts'][number]

function toStreamParts(part: Part, id: string, isCut: boolean): LanguageModelV4StreamPart[] {
  const { providerMetadata } = part
  const metadata = (providerMetadata ? { providerMetadata } : {}) as object
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { type, text: delta } = part
      const start = { type: `${type}-start`, id, ...metadata }
      const end = isCut ? [] : [{ type: `${type}-end`, id, ...metadata }]
      return [start, { type: `${type}-delta`, id, delta }, ...end] as LanguageModelV4StreamPart[]
    }
    case 'tool-call': {
      // The arguments of a call in a reply that was cut may be cut too.
      if (isCut) return []
      const { id: toolCallId, name: toolName, input, providerExecuted } = part
      const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
      const own = providerExecuted ? { providerExecuted } : {}
      return [
        { type: 'tool-input-start', id: toolCallId, toolName, ...own },
        { type: 'tool-input-delta', id: toolCallId, delta: text },
        { type: 'tool-input-end', id: toolCallId },
        { type: 'tool-call', toolCallId, toolName, input: text, ...own, ...metadata },
      ] as LanguageModelV4StreamPart[]
    }
    case 'tool-result': {
      const { id: toolCallId, name: toolName, result, isError } = part
      const answer = { type: 'tool-result', toolCallId, toolName, result, isError, ...metadata }
      return [answer as unknown as LanguageModelV4StreamPart]
    }
    case 'source':
      return [{ type: 'source', ...part.source } as unknown as LanguageModelV4StreamPart]
    default:
      return [part as unknown as LanguageModelV4StreamPart]
  }
}
