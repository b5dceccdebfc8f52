import type { LanguageModelV4 } from '@ai-sdk/provider'
import { checkOptions, lazily, type Loader } from '@ambit/core'
import { withMachineModels } from '../machine/with-machine-models.ts'
import type * as rules from './answer.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

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

/** Loads the rules, which are a separate chunk. */
const loadRules: Loader<typeof rules> = lazily(() => import('./answer.ts'))

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
 * In development, `Copilot` offers what the machine has in its place, beside its `notice`. That is
 * the browser's own model, and with `ambitProxy` those of Ollama, LM Studio and llama.cpp. A press
 * uses one, also after a reload.
 *
 * The model knows no app and understands nothing. Show {@link demoLabel} wherever a user talks to
 * it.
 *
 * The same prompt and tools give the same answer, apart from relative dates. `usage` is an estimate
 * of four characters for each token. Sampling settings are ignored. `responseFormat: json` and
 * provider tools are reported as unsupported warnings. An abort rejects the request, or breaks the
 * stream, with the signal's reason. The rules are fetched with the first request, or with the
 * agent's `preload`. Where they cannot be had, the request fails, and the next one fetches them.
 */
export function createDemoModel(options: DemoModelOptions = {}): LanguageModelV4 {
  checkOptions('`createDemoModel`', options, { chunkDelayMs: 'delayMs', hint: '', now: '' })
  const { chunkDelayMs = 8, now = () => new Date(), hint } = options
  const model: LanguageModelV4 & { readonly isLocal: true; preload(): Promise<void> } = {
    specificationVersion: 'v4',
    provider: 'ambit',
    isLocal: true,
    modelId: 'ambit-demo',
    supportedUrls: {},
    preload: loadRules.ahead,
    doGenerate: async (call) => (await loadRules()).generate(call, now(), hint),
    doStream: async (call) => (await loadRules()).stream(call, now(), hint, chunkDelayMs),
  }
  try {
    // Bundlers replace this value, and leave the rest out of production.
    if (process.env.NODE_ENV === 'development' && 'document' in globalThis) {
      return withMachineModels(model, import('../machine/machine-models.ts'))
    }
  } catch {
    // A page without a bundler has no `process`.
  }
  return model
}

/** The line that a user interface must show about this model. */
export const demoLabel: string = 'Rule-based demo, not a language model'
