import type { Attributes, Span } from '@opentelemetry/api'
import { type Agent, AgentError, type EventOf, type Usage } from '@ambit/core'
import { errorStatus } from './api-numbers.ts'
import { genAi } from './gen-ai.ts'

/** Returns the provider. A proxy has it in front of the model's id. */
export function providerOf({ provider, modelId }: EventOf<'agent:request_started'>): string {
  const [first = '', rest] = modelId.split('/')
  return provider === 'ambit-proxy' && rest ? first : (provider.split('.')[0] ?? provider)
}

/** Returns the attributes of the tokens that were used. */
export function usageOf(usage: Usage): Attributes {
  const { cachedTokens, cacheWriteTokens, reasoningTokens } = usage
  return {
    [genAi.inputTokens]: usage.promptTokens,
    [genAi.outputTokens]: usage.completionTokens,
    ...(cachedTokens !== undefined && { [genAi.cacheReadTokens]: cachedTokens }),
    ...(cacheWriteTokens !== undefined && { [genAi.cacheWriteTokens]: cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { [genAi.reasoningTokens]: reasoningTokens }),
  }
}

/**
 * Marks a span as failed. The words of an error may hold content: `redaction` removes its secrets,
 * and false leaves the words out.
 */
export function markFailed(
  span: Span | undefined,
  error: Error,
  redaction: Agent['redaction'] | false,
): void {
  span?.setAttribute(genAi.errorType, errorTypeOf(error))
  let { message } = error
  try {
    if (redaction) message = JSON.parse(redaction.redact(JSON.stringify(message))) as string
  } catch {
    message = 'withheld'
  }
  span?.setStatus({ code: errorStatus, ...(redaction !== false && { message }) })
}

/** Returns the code of an error of Ambit, and the name of any other. */
export const errorTypeOf = (error: Error): string =>
  AgentError.is(error) ? error.code : error.name
