import type { SharedV4Warning } from '@ai-sdk/provider'
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
  const warnings = (await import('./limit-options.ts')).limitOptions(options, entry)
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
