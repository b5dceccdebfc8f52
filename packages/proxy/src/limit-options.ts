import type { SharedV4ProviderOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/protocol'
import { efforts, type ModelEntry } from './model-table.ts'

interface Carrier {
  providerOptions?: SharedV4ProviderOptions
}

/** The most removed options that warnings name, and the characters of each, however many came. */
const maxNamed = 16
const maxName = 100

/**
 * Limits, in place, what a client may ask for with the options of a call: the effort of reasoning,
 * and the options of providers.
 *
 * @returns Warnings for the client about the changes.
 */
export function limitOptions(options: ModelCall['options'], entry: ModelEntry): SharedV4Warning[] {
  const removed = filterProviderOptions(options, entry)
  const warnings: SharedV4Warning[] = removed.slice(0, maxNamed).map((option) => ({
    type: 'unsupported',
    feature: `providerOptions.${option.slice(0, maxName)}`,
    details: 'Not in `provider.allow`, or replaced by a limit of the proxy.',
  }))
  const more = removed.length - maxNamed
  if (more > 0) {
    const message = `${more} more provider options are not in \`provider.allow\`, or replaced by a limit.`
    warnings.push({ type: 'other', message })
  }
  const { reasoning: most } = entry
  // A client that names no effort would get the one that the provider has by itself.
  const isDefault = options.reasoning === undefined || options.reasoning === 'provider-default'
  if (most === 'none' && isDefault) options.reasoning = most
  if (most && efforts.indexOf(options.reasoning as typeof most) > efforts.indexOf(most)) {
    options.reasoning = most
    const details = `The proxy allows \`${most}\` at most.`
    warnings.push({ type: 'unsupported', feature: 'reasoning', details })
  }
  return warnings
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
  { allowedOptions: allowed, reasoning }: ModelEntry,
): string[] {
  const removed = new Set<string>()
  for (const { carrier, ofModel } of carriers(options)) {
    if (!carrier.providerOptions) continue
    const kept: SharedV4ProviderOptions = {}
    for (const [namespace, values] of Object.entries(carrier.providerOptions)) {
      const left = Object.entries(values).filter(([option, value]) => {
        const name = `${namespace}.${option}`
        const isAllowed = allowed.has(name) || allowed.has(`${namespace}.*`)
        const mayStay =
          ((isHarmless(name, value) || (isAllowed && !setsLimit.test(option))) &&
            !(reasoning && setsReasoning.test(option))) ||
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

/** A pattern of options that replace the limit of an answer, or ask for several answers. */
const setsLimit = /^(n|best_?of|fallbacks|max_?\w*tokens)$/i

/** Options that say how much a model reasons. `reasoning` of the proxy replaces them. */
const setsReasoning = /^((include|enable)_?)?(reasoning(?!_?summary)|thinking|effort$)/i

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
