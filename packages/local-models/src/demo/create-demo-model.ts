import { checkOptions } from '@ambit/core'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { decideAmongMany } from './decide-among-many.ts'
import { toStream } from './answer-stream.ts'
import { hashOf } from './find-request.ts'

/** The options of the demo model. */
export interface DemoModelOptions {
  /** The pause between two parts of a stream, in milliseconds; 0 for none. Default 8. */
  chunkDelayMs?: number | undefined
  /**
   * Returns the time from which "today" and "tomorrow" are counted, in the page's time zone.
   * Default: the clock.
   */
  now?: (() => Date) | undefined
  /**
   * The sentence that tells how to get a language model, such as "Start with OPENAI_API_KEY=… to
   * use one." It is added once in a conversation, to the first request that the model refuses.
   * Default: none.
   */
  hint?: string | undefined
}

/**
 * Creates a rule-based stand-in for a language model, without a network, a key or weights. For an
 * English sentence the model
 * - ranks the offered tools by their names, descriptions and JSON Schemas,
 * - fills arguments from the sentence, and from objects in scope contexts and tool results,
 * - works through "… and then …" with one model call for each step,
 * - opens the page that a step names, if a tool leads there,
 * - asks if a required value is missing, and sums up at the end,
 * - calls nothing if a word of a step was used by nothing, and says which word.
 *
 * The model knows no app and understands nothing. Show {@link demoLabel} wherever a user talks to
 * it.
 *
 * The same prompt and tools give the same answer, apart from relative dates. `usage` is an estimate
 * of four characters for each token. Sampling settings are ignored. `responseFormat: json` and
 * provider tools are reported as unsupported warnings. An abort rejects the request, or breaks the
 * stream, with the signal's reason.
 */
export function createDemoModel(options: DemoModelOptions = {}): LanguageModelV4 {
  checkOptions('`createDemoModel`', options, { chunkDelayMs: 'delayMs', hint: '', now: '' })
  const { chunkDelayMs = 8, now = () => new Date(), hint } = options
  const model: LanguageModelV4 & { readonly isLocal: true } = {
    specificationVersion: 'v4',
    provider: 'ambit',
    isLocal: true,
    modelId,
    supportedUrls: {},
    // An async function rejects where a plain one would throw.
    doGenerate: async (call) => generate(call, now(), hint),
    doStream: async (call) => ({
      stream: toStream(generate(call, now(), hint), chunkDelayMs, call.abortSignal),
    }),
  }
  return model
}

/** The line that a user interface must show about this model. */
export const demoLabel: string = 'Rule-based demo, not a language model'

const modelId = 'ambit-demo'

function generate(
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
    response: { id: `demo-${hashOf(`${usage.inputTokens.total} ${output}`)}`, timestamp, modelId },
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
