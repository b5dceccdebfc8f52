import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider'
import { hashOf } from './call-id.ts'
import { decide } from './decide.ts'
import { estimateUsage } from './estimate-usage.ts'
import { pace } from './pace.ts'
import { toParts } from './to-parts.ts'

/** How the demo model paces its answers, and which day it takes for today. */
export interface DemoModelOptions {
  /** Milliseconds between two parts of a stream, 0 for none. Default 8. */
  chunkDelayMs?: number | undefined
  /** What "today" and "tomorrow" are counted from, in the page's time zone. Default: the clock. */
  now?: (() => Date) | undefined
}

/**
 * A rule-based stand-in for a language model: no network, no key, no weights. It ranks the offered tools for an English sentence by their
 * names, descriptions and JSON Schemas, fills their arguments from the sentence and from objects it sees in scope contexts and tool
 * results, works through "… and then …" one model call a step, opens the page that a step names where a tool leads there, asks when a
 * required value is missing, and sums up at the end. It knows no app, understands nothing, and says so: show {@link demoLabel} wherever a person talks to it.
 *
 * The same prompt and tools give the same answer (relative dates aside). `usage` is an estimate of four characters a token. Sampling settings
 * are ignored; `responseFormat: json` and provider tools are reported as unsupported warnings. Aborting rejects or errors the
 * stream with the signal's reason.
 */
export function createDemoModel({
  chunkDelayMs = 8,
  now = () => new Date(),
}: DemoModelOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'ambit',
    modelId,
    supportedUrls: {},
    // Async, so that an abort or an error rejects.
    doGenerate: async (options) => generate(options, now()),
    doStream: async (options) => ({
      stream: pace(toParts(generate(options, now())), chunkDelayMs, options.abortSignal),
    }),
  }
}

const modelId = 'ambit-demo'

function generate(
  options: LanguageModelV4CallOptions,
  timestamp: Date,
): LanguageModelV4GenerateResult {
  options.abortSignal?.throwIfAborted()
  const decision = decide(options, timestamp)
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
