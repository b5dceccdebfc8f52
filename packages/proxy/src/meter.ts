import type { ProxyError } from './proxy-error.ts'

/** One request to a provider, which the provider may bill. */
export interface Attempt {
  modelId: string | undefined
  /** The time of the request, by `performance.now()`. */
  askedAt: number
  /** The time of its failure. Undefined if it has not failed before its answer began. */
  failedAt?: number | undefined
}

/** The measurements of an answer so far. */
export interface Meter {
  /** The usage that a model of the AI SDK reported at its end. `readUsage` reads it. */
  usage?: unknown
  /** The tokens of the prompt as the provider counted them. Undefined if it counted none. */
  inputTokens?: number | undefined
  /** The tokens of the answer as the provider counted them. Undefined if it counted none. */
  outputTokens?: number | undefined
  /** The tokens of the prompt that came from the provider's cache, as it counted them. */
  cachedInputTokens?: number | undefined
  /** The tokens of the prompt that the provider wrote to its cache, as it counted them. */
  cacheWriteTokens?: number | undefined
  /** The tokens of the answer that were reasoning, as the provider counted them. */
  reasoningTokens?: number | undefined
  /** The requests to providers that may be billed, in order. */
  attempts: Attempt[]
  /** The model's own name for itself. */
  responseModel?: string | undefined
  /** An estimate of the tokens of the answer, not rounded. Used if the provider counts none. */
  streamedTokens: number
  /** True once the provider has ended an answer without an error, be it empty. */
  isAnswered?: boolean | undefined
  /** The bytes sent to the client. */
  bytes: number
  /** The time of the first byte, by `performance.now()`. */
  firstByteAt?: number | undefined
}

/** Notes that a provider is asked now. From here on it may bill the request. */
export function noteAsked(meter: Meter, modelId: string | undefined): void {
  meter.attempts.push({ modelId, askedAt: performance.now() })
}

/** Notes that the last attempt failed before its answer. Forgets one that is surely not billed. */
export function noteFailed(meter: Meter, error: ProxyError): void {
  const last = meter.attempts.at(-1)
  if (!last || last.failedAt !== undefined) return
  if (error.isUnbilled) meter.attempts.pop()
  else last.failedAt = performance.now()
}
