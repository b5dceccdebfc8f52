import type { Deadlines } from './deadlines.ts'
import type { Limits } from './limits/limits.ts'
import type { Spent } from './limits/spent.ts'
import type { Meter } from './meter.ts'
import type { ModelTable } from './model-table.ts'
import type { KeptParts } from './prefixes/prefixes.ts'
import type { ProxyError } from './proxy-error.ts'
import type { ProviderFailure, ProxyLog } from './proxy-log.ts'
import type { defaultTimeouts } from './proxy-options.ts'
import type { Retries } from './resilience/retries.ts'
import type { ResponseContext } from './respond.ts'

/** The id of the user or session behind a request. A falsy value refuses the request. */
export type Subject = string | null | undefined | false

/** What `authorize` returns: who asks, or the answer to somebody who may not. */
export type Authorized = Subject | Response

/** The options of a proxy, with defaults, on which the answer to a request depends. */
export interface CallOptions {
  authorize?: ((request: Request) => Authorized | PromiseLike<Authorized>) | undefined
  /** Loads the limits. Undefined if nothing is counted. */
  loadLimits: (() => Promise<Limits>) | undefined
  /** Loads the retries. Undefined if there are none. */
  loadRetries: (() => Promise<Retries>) | undefined
  /** The most tokens of an answer of a model or a route without an own limit. */
  maxOutputTokens: number | undefined
  /** The time limits, in milliseconds. */
  timeouts: typeof defaultTimeouts
  /** The largest amounts of bytes. */
  bytes: { request: number; response: number; event: number }
  /** The ids of the models that would be served if their key were set. */
  modelsWithoutKey: ReadonlySet<string>
  /** What keeps parts of calls. Undefined if nothing does. */
  prefixes: KeptParts | undefined
  allowedOrigins: ReadonlySet<string>
  allowCredentials: boolean
  allowedHeaders: string
  insecureDev: boolean
  log?: ((entry: ProxyLog) => unknown) | undefined
  onProviderError?: ((failure: ProviderFailure) => unknown) | undefined
}

/** One request on its way through the proxy, with all that a route needs. */
export interface Exchange extends ResponseContext {
  request: Request
  /** The name of the route in the log. Undefined until a route matched. */
  label?: string | undefined
  /** The origin of the page, if it is one of `origins`. */
  corsOrigin?: string | undefined
  options: CallOptions
  models: ModelTable
  /** The limits of the proxy. Undefined if nothing is counted, and before `admit`. */
  limits?: Limits | undefined
  /** The retries of the proxy. Undefined if there are none, and before `begin`. */
  retries?: Retries | undefined
  subject?: string | undefined
  /** The time at which the request was counted, in milliseconds since the Unix epoch. */
  admittedAt: number
  /** The code that writes log entries. Undefined until it is loaded, or without a log. */
  logging?: Logging | undefined
  /** The first digits of the subject's SHA-256, for the log. */
  subjectHash?: string | undefined
  /** True if the store of the limits answered for the first time after a failure. */
  isStoreBack?: boolean | undefined
  /** The id of the model, set by a route once it knows that the id is allowed. */
  modelId?: string | undefined
  /** The names of the tools of a model call, in their order. */
  tools?: readonly string[] | undefined
  /**
   * The controller that ends all work for this request. Aborted when the client leaves. If the
   * proxy itself ends the request, the reason is a `ProxyError`.
   */
  abort: AbortController
  meter: Meter
  /** The tokens that the request was charged for, one entry for each attempt. Set by `finish`. */
  spent: readonly Spent[]
  /**
   * Counts the request against its subject's rate. Called once, before the body is read, so that
   * invalid bodies count too.
   *
   * @throws ProxyError if there were too many requests.
   */
  admit: () => Promise<void>
  /**
   * Counts the call against its subject's limits and starts its timers. Called once, when the
   * request to the provider is known.
   *
   * @param body The request to the provider. Undefined for a request without tokens.
   * @param maxOutputTokens The most tokens that the answer may have.
   * @param isListening True for a stream that waits for news. It counts as no answer.
   * @throws ProxyError if a limit is reached.
   */
  begin: (body?: unknown, maxOutputTokens?: number, isListening?: boolean) => Promise<Deadlines>
  /** Settles and logs the request. Only the first call has an effect. */
  finish: (status: number, error?: ProxyError) => void
}

/** The module that a proxy with a log has loaded. */
export interface Logging {
  hashSubject: (subject: string) => Promise<string>
  writeLog: (
    exchange: Exchange,
    startedAt: number,
    status: number,
    error: ProxyError | undefined,
  ) => void
}

/** A handler of one method of a route. It calls `finish`; for a stream, at the stream's end. */
export type Route = (exchange: Exchange) => Promise<Response>

/** The methods of a path. */
export interface FoundRoute {
  /** The name of the route in the log. */
  label: string
  methods: ReadonlyMap<string, Route>
  /**
   * The method that anybody may use from anywhere, without `authorize`: it answers all of them
   * alike. Default: none.
   */
  openMethod?: string | undefined
  /** A pattern of the headers that the clients of the route send, for the preflight of a page. */
  clientHeaders?: RegExp | undefined
}

/** What `use` takes: made by `passThrough`, `mcpServers` or `prefixes`. */
export interface ProxyPlugin {
  /** Returns the route of a path below that of the proxy, or undefined. */
  find?: ((path: string) => FoundRoute | undefined) | undefined
  /** The paths of the routes, such as `/openai`. Two plug-ins may not have the same one. */
  paths?: readonly string[] | undefined
  /** The models that the routes can reach, by the ids that `prices` uses. */
  modelIds?: readonly string[] | undefined
  /** What keeps parts of calls. */
  prefixes?: KeptParts | undefined
}
