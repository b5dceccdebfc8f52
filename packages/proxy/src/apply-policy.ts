import type { SharedV4Warning } from '@ai-sdk/provider'
import type { ModelCall } from '@ambit/core/wire'
import { filterProviderOptions } from './filter-provider-options.ts'
import { mergeOptions, type ModelEntry } from './model-table.ts'
import { ProxyError } from './proxy-error.ts'

/** A call as it may go to the provider, and what the client should hear about the changes. */
export interface PermittedCall {
  options: ModelCall['options']
  warnings: SharedV4Warning[]
}

/**
 * Makes a client's call one that the server allows for this model: hosted tools, provider options, the
 * length of the answer. May change `options`, which nobody else holds.
 *
 * @throws ProxyError `tool_not_allowed`.
 */
export function applyPolicy(options: ModelCall['options'], entry: ModelEntry): PermittedCall {
  for (const tool of options.tools ?? []) {
    if (tool.type === 'provider' && !entry.allowedTools.has(tool.id)) {
      throw new ProxyError('tool_not_allowed')
    }
  }
  const removed = filterProviderOptions(options, entry.allowedOptions)
  const { maxOutputTokens = Infinity } = options
  const limit = Math.min(maxOutputTokens, entry.maxOutputTokens ?? Infinity)
  return {
    options: {
      ...options,
      ...(limit !== Infinity && { maxOutputTokens: limit }),
      providerOptions: mergeOptions(options.providerOptions, entry.providerOptions),
    },
    warnings: removed.map((option) => ({
      type: 'unsupported',
      feature: `providerOptions.${option}`,
      details: 'The proxy left it out: it is not in `allowProviderOptions` of this model.',
    })),
  }
}
