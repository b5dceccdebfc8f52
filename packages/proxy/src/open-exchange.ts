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
}

const none: TokenCount = { inputTokens: 0, outputTokens: 0 }

/** Opens the exchange of a request, which is in flight until `finish`. */
export function openExchange(given: ExchangeOptions): Exchange {
  const { request, options, models, inFlight } = given
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
    abort,
    meter: { streamedTokens: 0, attempts: [], bytes: 0 },
    spent: [],
    async admit() {
      const admitting = options.limits?.admit(exchange.subject ?? '')
      exchange.isStoreBack = await (admitting && abortableRequest(admitting, abort.signal))
    },
    async begin(body, outputTokens = 0) {
      const { modelId, subject = '' } = exchange
      const { limits } = options
      if (limits && body) reserved = { inputTokens: limits.estimate(body), outputTokens }
      const reserving = limits?.reserve(subject, reserved && modelId, reserved ?? none)
      try {
        const lease = await (reserving && abortableRequest(reserving, abort.signal))
        settle = lease?.settle
        exchange.isStoreBack ||= lease?.isStoreBack
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
      void settle?.(exchange.spent)
      if (exchange.logging) exchange.logging.writeLog(exchange, startedAt, status, error)
      else if (error?.cause !== undefined || exchange.isStoreBack) {
        void import('./report-failure.ts').then((it) => it.reportExchange(exchange, error))
      }
    },
  }

  inFlight.add(abort)
  return exchange
}

/** Creates a controller that follows `signal`. A cancelled response body aborts it too. */
function abortWith(signal: AbortSignal): AbortController {
  const abort = new AbortController()
  if (signal.aborted) abort.abort(signal.reason)
  // Lives as long as the request. An own signal to end it sooner costs more than all other steps.
  signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true })
  return abort
}
