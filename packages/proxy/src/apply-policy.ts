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
