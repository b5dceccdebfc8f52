import { abortableRequest } from './abortable.ts'
import { startDeadlines } from './deadlines.ts'
import type { CallOptions, Exchange } from './exchange.ts'
import type { InFlight } from './in-flight.ts'
import type { Lease } from './limits/limits.ts'
import type { TokenCount } from './limits/prices.ts'
import type { ModelTable } from './model-table.ts'

/** A request, and the parts of the proxy that answer it. */
interface ExchangeOptions {
  request: Request
  options: CallOptions
  models: ModelTable
  inFlight: InFlight
  /** The name of the route in the log. */
  label: string | undefined
  logging: Exchange['logging']
}

const none: TokenCount = { inputTokens: 0, outputTokens: 0 }

/** Opens the exchange of a request, which is in flight until `finish`. */
export function openExchange(given: ExchangeOptions): Exchange {
  const { request, options, models, inFlight, label, logging } = given
  const startedAt = performance.now()
  const abort = abortWith(request.signal)
  let isFinished = false
  let endTimers = () => {}
  let settle: Lease['settle'] | undefined
  let reserved: TokenCount | undefined

  const exchange: Exchange = {
    request,
    options,
    models,
    requestId: crypto.randomUUID(),
    corsOrigin: undefined,
    allowCredentials: options.allowCredentials,
    subject: undefined,
    logging,
    subjectHash: undefined,
    modelId: undefined,
    abort,
    meter: { streamedTokens: 0, attempts: [], bytes: 0 },
    spent: [],
    async begin(body, outputTokens = 0) {
      const { modelId, subject = '' } = exchange
      const { limits } = options
      if (limits && body) reserved = { inputTokens: limits.estimate(body), outputTokens }
      const reserving = limits?.reserve(subject, reserved && modelId, reserved ?? none)
      try {
        settle = (await (reserving && abortableRequest(reserving, abort.signal)))?.settle
      } catch (thrown) {
        // The reservation may still succeed later, but no call uses it.
        reserving?.then((lease) => lease.settle([])).catch(() => {})
        throw thrown
      }
      const deadlines = startDeadlines(options.timeouts, abort)
      endTimers = deadlines.end
      return deadlines
    },
    finish(status, error) {
      if (isFinished) return
      isFinished = true
      endTimers()
      inFlight.remove(abort)
      if (reserved) exchange.spent = options.limits?.spentBy(exchange.meter, reserved) ?? []
      // If the store fails, the reservation stays counted until its window ends.
      settle?.(exchange.spent).catch(() => {})
      if (logging) options.log?.(logging.toLogEntry(exchange, label, startedAt, status, error))
    },
  }

  inFlight.add(abort)
  return exchange
}

/** Creates a controller that follows `signal`. A cancelled response body aborts it too. */
function abortWith(signal: AbortSignal): AbortController {
  const abort = new AbortController()
  if (signal.aborted) abort.abort(signal.reason)
  signal.addEventListener('abort', () => abort.abort(signal.reason), {
    once: true,
    signal: abort.signal,
  })
  return abort
}
