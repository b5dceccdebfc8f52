// The reasons: decisions/0106.
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { decideAmongMany } from './decide-among-many.ts'
import { hashOf } from './prompt.ts'

/** Answers a request by the rules, as a stream with a pause of `delayMs` between two parts. */
export const stream = (
  call: LanguageModelV4CallOptions,
  timestamp: Date,
  hint: string | undefined,
  delayMs: number,
): LanguageModelV4StreamResult => ({
  stream: toStream(generate(call, timestamp, hint), delayMs, call.abortSignal),
})

/** Answers a request by the rules. */
export function generate(
  options: LanguageModelV4CallOptions,
  timestamp: Date,
  hint: string | undefined,
): LanguageModelV4GenerateResult {
  options.abortSignal?.throwIfAborted()
  const decision = decideAmongMany(options, timestamp, hint)
  const content: LanguageModelV4Content[] =
    'text' in decision
      ? [{ type: 'text', text: decision.text, ...offered(decision.offers) }]
      : decision.calls.map(({ id, tool, input }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: tool,
          input,
        }))
  const output =
    'text' in decision
      ? decision.text
      : decision.calls.map(({ tool, input }) => tool + input).join('')
  const usage = estimateUsage(options, output)
  const reason = 'text' in decision ? 'stop' : 'tool-calls'
  return {
    content,
    finishReason: { unified: reason, raw: reason },
    usage,
    warnings: warningsFor(options),
    response: {
      id: `demo-${hashOf(`${usage.inputTokens.total} ${output}`)}`,
      timestamp,
      modelId: 'ambit-demo',
    },
  }
}

/** Returns the sentences that the chat offers under an answer. */
const offered = (offers: readonly string[] = []) =>
  offers.length > 0 && { providerMetadata: { ambit: { followups: [...offers] } } }

function warningsFor({
  tools = [],
  responseFormat,
}: LanguageModelV4CallOptions): LanguageModelV4GenerateResult['warnings'] {
  const warnings: LanguageModelV4GenerateResult['warnings'] = []
  if (responseFormat?.type === 'json') {
    warnings.push({
      type: 'unsupported',
      feature: 'responseFormat',
      details: 'The demo model answers in plain text.',
    })
  }
  for (const tool of tools) {
    if (tool.type === 'provider')
      warnings.push({ type: 'unsupported', feature: `provider tool ${tool.id}` })
  }
  return warnings
}

/**
 * Estimates the tokens with four characters for each, the usual guess for English. Files count
 * nothing.
 */
function estimateUsage(
  { prompt, tools }: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>,
  output: string,
): LanguageModelV4Usage {
  let characters = tools ? JSON.stringify(tools).length : 0
  for (const message of prompt) {
    if (message.role === 'system') {
      characters += message.content.length
      continue
    }
    for (const part of message.content) {
      if (part.type === 'text' || part.type === 'reasoning') characters += part.text.length
      if (part.type === 'tool-call') characters += JSON.stringify(part.input ?? null).length
      if (part.type === 'tool-result') characters += JSON.stringify(part.output).length
    }
  }
  const input = Math.ceil(characters / 4)
  const written = Math.ceil(output.length / 4)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: written, text: written, reasoning: 0 },
  }
}

/** Streams a finished answer, with a pause of `delayMs` between two parts. */
const toStream = (
  result: LanguageModelV4GenerateResult,
  delayMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> => pace(toParts(result), delayMs, signal)

/**
 * Cuts a finished answer into the parts that a model would stream: text by words, arguments by a
 * few characters.
 */
function* toParts(result: LanguageModelV4GenerateResult): Generator<LanguageModelV4StreamPart> {
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
      for (const delta of part.text.match(/(?<!\s)\s*\S+(?:\s+$)?/g) ?? [])
        yield { type: 'text-delta', id: textId, delta }
      const { providerMetadata } = part
      yield { type: 'text-end', id: textId, ...(providerMetadata && { providerMetadata }) }
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

/**
 * Turns parts into a stream with a pause before each part but the first. An abort ends the pause
 * and the stream at once.
 */
function pace<T>(
  parts: Iterator<T>,
  delayMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<T> {
  let isFirst = true
  let endPause: (() => void) | undefined
  const onAbort = (stream: ReadableStreamDefaultController<T>) => () => {
    stream.error(signal?.reason)
    endPause?.()
  }
  let stopListening = () => {}
  return new ReadableStream<T>(
    {
      start(stream) {
        const listener = onAbort(stream)
        signal?.addEventListener('abort', listener, { once: true })
        stopListening = () => signal?.removeEventListener('abort', listener)
      },
      async pull(stream) {
        if (!isFirst && delayMs > 0) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, delayMs)
            endPause = () => {
              clearTimeout(timer)
              resolve()
            }
          })
          endPause = undefined
        }
        isFirst = false
        if (signal?.aborted) return
        const next = parts.next()
        if (next.done) {
          stopListening()
          stream.close()
        } else stream.enqueue(next.value)
      },
      cancel() {
        stopListening()
        endPause?.()
      },
    },
    // No part is prepared ahead, so an abort leaves none behind.
    { highWaterMark: 0 },
  )
}
