import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { toStream } from './answer-stream.ts'
import { decideAmongMany } from './decide-among-many.ts'
import { hashOf } from './find-request.ts'

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
      ? [{ type: 'text', text: decision.text }]
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
