import { sha256 } from '@ambit/protocol'
import type { Exchange } from './exchange.ts'
import type { Spent, TokenCount } from './limits/spent.ts'
import { toFailureCause } from './failure-cause.ts'
import type { ProxyError } from './proxy-error.ts'
import type { ProxyLog } from './proxy-log.ts'
import { readUsage } from './read-usage.ts'
import { reportFailure } from './report-failure.ts'

/** Returns a short hash that groups the requests of one subject without naming the subject. */
export const hashSubject = async (subject: string): Promise<string> =>
  (await sha256(subject)).slice(0, 16)

/** Returns what all attempts of a request are charged. Undefined if no provider is paid. */
function usageOf(spent: readonly Spent[]): ProxyLog['usage'] {
  if (spent.length === 0) return undefined
  const sum = (name: keyof TokenCount): number =>
    spent.reduce((total, each) => total + (each[name] ?? 0), 0)
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    reasoningTokens: sum('reasoningTokens'),
    isEstimated: spent.some(({ isEstimated }) => isEstimated),
  }
}

/**
 * Writes the log entry of `exchange`. A `log` that throws or rejects is reported with
 * `console.error`, and changes no answer. A promise that it returns is not awaited.
 */
export function writeLog(...facts: Parameters<typeof toLogEntry>): void {
  const [{ options }] = facts
  const onFailure = (thrown: unknown): void => reportFailure('`log` failed', thrown)
  try {
    const written: unknown = options.log?.(toLogEntry(...facts))
    Promise.resolve(written).catch(onFailure)
  } catch (thrown) {
    onFailure(thrown)
  }
}

function toLogEntry(
  exchange: Exchange,
  startedAt: number,
  status: number,
  error: ProxyError | undefined,
): ProxyLog {
  const { requestId, label: route, modelId, meter } = exchange
  readUsage(meter)
  const { inputTokens, outputTokens } = meter
  const usage = usageOf(exchange.spent)
  const costUsd = usage && exchange.limits?.costOf(exchange.spent)
  const { code, upstreamStatus, cause } = error ?? {}
  const attributes = {
    'gen_ai.operation.name': modelId && 'chat',
    'gen_ai.request.model': modelId,
    'gen_ai.response.model': meter.responseModel,
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'ambit.usage.estimated': usage?.isEstimated || undefined,
    'ambit.cost_usd': costUsd,
    'http.request.method': exchange.request.method,
    'http.response.status_code': status,
    'http.route': route,
    'error.type': code,
  }
  return {
    requestId,
    route,
    subjectHash: exchange.subjectHash,
    modelId,
    status,
    code,
    upstreamStatus,
    isStoreBack: exchange.isStoreBack || undefined,
    cause: cause === undefined ? undefined : toFailureCause(cause),
    durationMs: performance.now() - startedAt,
    firstByteMs: meter.firstByteAt === undefined ? undefined : meter.firstByteAt - startedAt,
    bytes: meter.bytes,
    usage,
    costUsd,
    traceparent: readTraceparent(exchange.request.headers),
    attributes: Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  }
}

/** Returns the `traceparent` of a request, if it has the form of the standard. */
function readTraceparent(headers: Headers): string | undefined {
  const given = headers.get('traceparent') ?? ''
  const isValid = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(given)
  return isValid ? given : undefined
}
