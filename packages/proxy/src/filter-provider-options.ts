import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/core/wire'

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
export function filterProviderOptions(
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
