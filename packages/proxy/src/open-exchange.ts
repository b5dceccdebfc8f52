import { abortableRequest } from './abortable.ts'
import { startDeadlines } from './deadlines.ts'
import type { CallOptions, Exchange } from './exchange.ts'
import type { InFlight } from './in-flight.ts'
import type { ModelTable } from './model-table.ts'
import type * as Metering from './metering.ts'

/** A request, and the parts of the proxy that answer it. */
interface ExchangeOptions {
  request: Request
  options: CallOptions
  models: ModelTable
  inFlight: InFlight
}

/** Kept, since each `import` of a loaded module takes time. */
let metering: Promise<typeof Metering> | undefined

/** Opens the exchange of a request, which is in flight until `finish`. */
export function openExchange(given: ExchangeOptions): Exchange {
  const { request, options, models, inFlight } = given
  const startedAt = performance.now()
  const abort = new AbortController()
  const follow = () => abort.abort(request.signal.reason)
  let isFinished = false
  let endTimers = () => {}
  let settle: Metering.SettleCall | undefined

  const exchange: Exchange = {
    request,
    options,
    models,
    requestId: crypto.randomUUID(),
    abort,
    meter: { streamedTokens: 0, attempts: [], bytes: 0 },
    spent: [],
    admittedAt: Date.now(),
    async admit() {
      exchange.admittedAt = Date.now()
      exchange.limits = await options.loadLimits?.()
      const admitting = exchange.limits?.admit(exchange.subject ?? '')
      exchange.isStoreBack = await (admitting && abortableRequest(admitting, abort.signal))
    },
    async begin(body, outputTokens = 0, isListening = false) {
      const { limits } = exchange
      exchange.retries = await options.loadRetries?.()
      if (limits) {
        const { countListener, reserveCall } = await (metering ??= import('./metering.ts'))
        settle = isListening
          ? countListener(exchange)
          : await reserveCall(exchange, limits, body, outputTokens)
      }
      const deadlines = startDeadlines(options.timeouts, abort)
      endTimers = deadlines.end
      return deadlines
    },
    finish(status, error) {
      if (isFinished) return
      isFinished = true
      endTimers()
      // Runtimes keep signals for long, so what hangs on one is not collected soon.
      request.signal.removeEventListener('abort', follow)
      inFlight.remove(abort)
      exchange.spent = settle?.() ?? []
      if (error && options.onProviderError) {
        void import('./report-failure.ts').then((it) => it.tellProviderError(exchange, error))
      }
      if (exchange.logging) exchange.logging.writeLog(exchange, startedAt, status, error)
      else if (error?.cause !== undefined || exchange.isStoreBack) {
        void import('./report-failure.ts').then((it) => it.reportExchange(exchange, error))
      }
    },
  }

  if (request.signal.aborted) follow()
  request.signal.addEventListener('abort', follow)
  inFlight.add(abort)
  return exchange
}
