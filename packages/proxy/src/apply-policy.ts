import type { SharedV4ProviderOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/protocol'
import { mergeOptions, type ModelEntry } from './model-table.ts'
import { ProxyError } from './proxy-error.ts'

/** A call as it may go to the provider, with warnings for the client about the changes. */
export interface PermittedCall {
  options: ModelCall['options']
  warnings: SharedV4Warning[]
}

/**
 * Applies the server's rules for a model to a client's call: instructions, tools, provider options,
 * the length of the answer. May change `options` in place.
 *
 * @throws ProxyError `tool_not_allowed`, and `invalid_request` for a file on a private network.
 */
export async function applyPolicy(
  options: ModelCall['options'],
  entry: ModelEntry,
): Promise<PermittedCall> {
  const { allowTools, allowedTools, instructions } = entry
  for (const tool of options.tools ?? []) {
    if (tool.type === 'provider') {
      if (!allowedTools.has(tool.id)) throw new ProxyError('tool_not_allowed')
    } else if (allowTools) {
      const { checkTool } = await import('./check-tool.ts')
      await checkTool(allowTools, tool.name, tool.inputSchema)
    }
  }
  if (!entry.allowPrivateUrls && options.prompt.some(mayHaveFile)) {
    ;(await import('./check-file-url.ts')).checkFilesOfCall(options)
  }
  const warnings: SharedV4Warning[] = filterProviderOptions(options, entry.allowedOptions).map(
    (option) => ({
      type: 'unsupported',
      feature: `providerOptions.${option}`,
      details: 'Not in `provider.allow`.',
    }),
  )
  let { prompt } = options
  if (instructions !== undefined) {
    prompt = prompt.filter(({ role }) => role !== 'system')
    if (prompt.length < options.prompt.length) {
      warnings.push({ type: 'other', message: 'The proxy has its own instructions.' })
    }
    prompt = [{ role: 'system', content: instructions }, ...prompt]
  }
  const { maxOutputTokens = Infinity } = options
  const limit = Math.min(maxOutputTokens, entry.maxOutputTokens ?? Infinity)
  return {
    options: {
      ...options,
      prompt,
      ...(limit !== Infinity && { maxOutputTokens: limit }),
      providerOptions: mergeOptions(options.providerOptions, entry.providerOptions),
    },
    warnings,
  }
}

const mayHaveFile = ({ content }: ModelCall['options']['prompt'][number]): boolean =>
  typeof content !== 'string' && content.some(({ type }) => /file|tool-result/.test(type))

interface Carrier {
  providerOptions?: SharedV4ProviderOptions
}

/**
 * Removes, in place, the provider options that a client may not set. Such an option can spend
 * money, reach data that others stored with the provider, or become any field of a request.
 *
 * Keeps the options of the parts of assistant messages, except marks of a cache. They came from the
 * model, such as signatures and item ids, and a provider refuses a conversation without them. They
 * are data of the conversation, which a client can change anyway.
 *
 * @returns The removed options, each `namespace.option` once.
 */
function filterProviderOptions(
  options: ModelCall['options'],
  allowed: ReadonlySet<string>,
): string[] {
  const removed = new Set<string>()
  for (const { carrier, ofModel } of carriers(options)) {
    if (!carrier.providerOptions) continue
    const kept: SharedV4ProviderOptions = {}
    for (const [namespace, values] of Object.entries(carrier.providerOptions)) {
      const left = Object.entries(values).filter(([option, value]) => {
        const name = `${namespace}.${option}`
        const mayStay =
          isHarmless(name, value) ||
          allowed.has(name) ||
          allowed.has(`${namespace}.*`) ||
          (ofModel && !/^cache/i.test(option))
        if (!mayStay) removed.add(name)
        return mayStay
      })
      if (left.length > 0) kept[namespace] = Object.fromEntries(left)
    }
    carrier.providerOptions = kept
  }
  return [...removed]
}

/**
 * Whether any client may set an option. One is the mark of a prompt cache that lasts five minutes,
 * which costs little. One marks a tool that the model gets only by the provider's search. One
 * forbids tools of the call. Two are a budget of thinking, which any client can buy by an effort.
 */
const isHarmless = (name: string, value: unknown): boolean =>
  harmless.test(name + JSON.stringify(value))

/** Options with their value as JSON. Each of these providers ignores those of the others. */
const harmless =
  /^(anthropic|openai|azure|google)\.(allowedTools{.*}|cacheControl{"type":"ephemeral"}|deferLoadingtrue|thinking(Config)?{("type":"enabled",)?"\w+udget\w*":\d{1,5}})$/

interface Found {
  carrier: Carrier
  /** True for a part of an assistant message, whose options came from the model. */
  ofModel: boolean
}

/** Yields every object of a call that may have provider options. */
function* carriers(options: ModelCall['options']): Generator<Found> {
  const { prompt, tools } = options
  yield { carrier: options, ofModel: false }
  for (const tool of tools ?? []) {
    if (tool.type === 'function') yield { carrier: tool, ofModel: false }
  }
  for (const message of prompt) {
    yield { carrier: message, ofModel: false }
    if (message.role === 'system') continue
    const ofModel = message.role === 'assistant'
    for (const part of message.content) {
      yield { carrier: part, ofModel }
      if (part.type !== 'tool-result') continue
      const { output } = part
      for (const carrier of output.type === 'content' ? output.value : [output]) {
        yield { carrier, ofModel }
      }
    }
  }
}
