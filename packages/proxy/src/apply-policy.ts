import type { SharedV4ProviderOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/core/wire'
import { type ModelEntry, mergeOptions } from './model-table.ts'
import { ProxyError } from './proxy-error.ts'

/** A call as it may go to the provider, and what the client should hear about the changes. */
export interface PermittedCall {
  options: ModelCall['options']
  warnings: SharedV4Warning[]
}

/**
 * Makes a client's call one that the server allows for this model: instructions, tools, provider
 * options, the length of the answer. May change `options`, which nobody else holds.
 *
 * @throws ProxyError `tool_not_allowed`.
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
  const warnings: SharedV4Warning[] = filterProviderOptions(options, entry.allowedOptions).map(
    (option) => ({
      type: 'unsupported',
      feature: `providerOptions.${option}`,
      details: 'The proxy left it out: it is not in `allowProviderOptions` of this model.',
    }),
  )
  let { prompt } = options
  if (instructions !== undefined) {
    prompt = prompt.filter(({ role }) => role !== 'system')
    if (prompt.length < options.prompt.length) {
      warnings.push({ type: 'other', message: 'The proxy uses its own instructions instead.' })
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

interface Carrier {
  providerOptions?: SharedV4ProviderOptions
}

/**
 * Removes the provider options that a client may not set, in place. They can spend money, reach what
 * others stored with the provider, or become any field of a request, so all but the allowed go.
 *
 * The parts of assistant messages are left alone: theirs is what the model gave with them, such as
 * signatures and item ids, and a provider refuses a conversation that comes back without it. It is
 * data of the conversation, over which a client has power anyway.
 *
 * @returns what was removed, each `namespace.option` once.
 */
function filterProviderOptions(
  options: ModelCall['options'],
  allowed: ReadonlySet<string>,
): string[] {
  const removed = new Set<string>()
  for (const carrier of carriers(options)) {
    if (!carrier.providerOptions) continue
    const kept: SharedV4ProviderOptions = {}
    for (const [namespace, values] of Object.entries(carrier.providerOptions)) {
      for (const [option, value] of Object.entries(values)) {
        const name = `${namespace}.${option}`
        if (allowed.has(name) || allowed.has(`${namespace}.*`)) {
          kept[namespace] = { ...kept[namespace], [option]: value }
        } else removed.add(name)
      }
    }
    carrier.providerOptions = kept
  }
  return [...removed]
}

/** Every object of a call whose provider options are the client's own. */
function* carriers(options: ModelCall['options']): Generator<Carrier> {
  const { prompt, tools } = options
  yield options
  for (const tool of tools ?? []) if (tool.type === 'function') yield tool
  for (const message of prompt) {
    yield message
    if (message.role === 'system' || message.role === 'assistant') continue
    for (const part of message.content) {
      yield part
      if (part.type !== 'tool-result') continue
      if (part.output.type === 'content') yield* part.output.value
      else yield part.output
    }
  }
}
