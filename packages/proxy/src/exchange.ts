import type { ModelTable } from './model-table.ts'
import type { CheckedOptions } from './proxy-options.ts'
import type { ProxyError } from './proxy-error.ts'
import type { ResponseContext } from './respond.ts'

/** One request on its way through the proxy: all that a route needs. */
export interface Exchange extends ResponseContext {
  request: Request
  options: CheckedOptions
  models: ModelTable
  subject: string | undefined
  /** Set by the model route once it knows that the id is an allowed one. */
  modelId: string | undefined
  /** Reports the request to the log; only the first call does. */
  finish: (status: number, error?: ProxyError) => void
}

/** Answers one method of one route. Reports its own end to `finish` when it answers with a stream. */
export type Route = (exchange: Exchange) => Promise<Response>
