import type { Exchange } from './exchange.ts'
import { toFailureCause } from './failure-cause.ts'
import type { ProxyError } from './proxy-error.ts'
import type { ProxyLogEntry } from './proxy-log-entry.ts'
import { reportFailure } from './report-failure.ts'
import { sha256 } from './sha256.ts'

/** Returns a short hash that groups the requests of one subject without naming the subject. */
export const hashSubject = async (subject: string): Promise<string> =>
  (await sha256(subject)).slice(0, 16)

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
): ProxyLogEntry {
  const { requestId, label: route, modelId, meter } = exchange
  const { inputTokens, outputTokens, streamedTokens, isAnswered } = meter
  const isEstimated =
    (isAnswered || streamedTokens > 0) &&
    (inputTokens === undefined || (outputTokens === undefined && streamedTokens > 0))
  const { code, upstreamStatus, cause } = error ?? {}
  const attributes = {
    'gen_ai.operation.name': modelId && 'chat',
    'gen_ai.request.model': modelId,
    'gen_ai.response.model': meter.responseModel,
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'ambit.usage.estimated': (modelId !== undefined && isEstimated) || undefined,
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
    attributes: Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  }
}
