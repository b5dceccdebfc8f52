/**
 * Returns the name of an agent that was given none. It is the same for the same model and tools, in
 * any order and any process.
 */
export function toAgentName(modelId: string, toolNames: readonly string[]): string {
  const text = [modelId, ...toolNames.toSorted()].join('\n')
  // FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return `agent-${(hash >>> 0).toString(16).padStart(8, '0')}`
}
