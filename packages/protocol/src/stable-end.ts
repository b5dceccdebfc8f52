import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'

/** The last messages of requests that the next request repeats. */
const stableMessages = new WeakSet<LanguageModelV4Message>()

/** Notes that the next request repeats these messages of a prompt. */
export function noteStable(messages: readonly LanguageModelV4Message[]): void {
  const last = messages.at(-1)
  if (last) stableMessages.add(last)
}

/**
 * Returns the number of messages of a request that the next request repeats. The messages behind
 * them hold what the page shows now. Returns 0 if Ambit did not build the request, or if a plug-in
 * has copied its messages.
 */
export const stableEnd = ({ prompt }: Pick<LanguageModelV4CallOptions, 'prompt'>): number =>
  prompt.findLastIndex((message) => stableMessages.has(message)) + 1

/**
 * Whether a provider caches a prompt only up to marks, in Anthropic's form. Anthropic does, and so
 * do its models at Google Vertex and Amazon Bedrock.
 */
export const takesCacheMarks = (provider: string): boolean =>
  provider.split('.').includes('anthropic')
