import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { RegisteredTool } from './tools/registered-tool.ts'

/**
 * Returns the name of an agent that was given none. It is the same for the same provider, model and
 * tools, in any order and any process.
 */
export function toAgentName(
  model: Pick<LanguageModelV4, 'provider' | 'modelId'>,
  tools: readonly RegisteredTool[],
): string {
  const names = tools.map(({ tool }) => tool.name)
  // Browsers that are too old for a run still make the agent, so this calls no `toSorted`.
  const text = [model.provider, model.modelId, ...names.sort()].join('\n')
  // FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return `agent-${(hash >>> 0).toString(16).padStart(8, '0')}`
}
