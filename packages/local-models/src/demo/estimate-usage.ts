import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider'

/** Four characters a token: the customary guess for English. Files count nothing. */
export function estimateUsage(
  { prompt, tools }: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>,
  output: string,
): LanguageModelV4Usage {
  let characters = tools ? JSON.stringify(tools).length : 0
  for (const message of prompt) {
    if (message.role === 'system') {
      characters += message.content.length
      continue
    }
    for (const part of message.content) {
      if (part.type === 'text' || part.type === 'reasoning') characters += part.text.length
      if (part.type === 'tool-call') characters += JSON.stringify(part.input ?? null).length
      if (part.type === 'tool-result') characters += JSON.stringify(part.output).length
    }
  }
  const input = Math.ceil(characters / 4)
  const written = Math.ceil(output.length / 4)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: written, text: written, reasoning: 0 },
  }
}
