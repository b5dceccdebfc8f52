import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** Cuts a finished answer into the parts a model would stream: text by words, arguments by a few characters. */
export function* toParts(
  result: LanguageModelV4GenerateResult,
): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: result.warnings }
  const { id, timestamp, modelId } = result.response ?? {}
  yield {
    type: 'response-metadata',
    ...(id !== undefined && { id }),
    ...(timestamp && { timestamp }),
    ...(modelId !== undefined && { modelId }),
  }
  for (const [index, part] of result.content.entries()) {
    if (part.type === 'text') {
      const textId = `text_${index}`
      yield { type: 'text-start', id: textId }
      for (const delta of part.text.match(/\s*\S+\s*$|\s*\S+/g) ?? [])
        yield { type: 'text-delta', id: textId, delta }
      yield { type: 'text-end', id: textId }
    }
    if (part.type === 'tool-call') {
      yield { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName }
      for (const delta of part.input.match(/[^]{1,12}/g) ?? [])
        yield { type: 'tool-input-delta', id: part.toolCallId, delta }
      yield { type: 'tool-input-end', id: part.toolCallId }
      yield part
    }
  }
  yield { type: 'finish', usage: result.usage, finishReason: result.finishReason }
}
