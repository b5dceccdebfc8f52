import type { Deadlines, defaultTimeouts } from './deadlines.ts'
import type { ModelTable } from './model-table.ts'
import type { ProxyError } from './proxy-error.ts'
import type { ProxyLogEntry } from './proxy-log-entry.ts'
import type { ResponseContext } from './respond.ts'
import type { Limits } from './limits/limits.ts'
import type { Retries } from './resilience/retries.ts'

/** Who is asking, or nothing. */
export type Subject = string | null | undefined | false

/** What of a proxy's options, with their defaults, the answer to a request depends on. */
export interface CallOptions {
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined
  limits?: Limits | undefined
  retries?: Retries | undefined
  timeouts: typeof defaultTimeouts
  heartbeatMs: number
  maxResponseBytes: number
  maxEventBytes: number
  modelsWithoutKey: ReadonlySet<string>
  maxBodyBytes: number
  allowedOrigins: ReadonlySet<string>
  allowCredentials: boolean
  allowedHeaders: string
  insecureDev: boolean
  log?: ((entry: ProxyLogEntry) => void) | undefined
}

/** One request on its way through the proxy: all that a route needs. */
export interface Exchange extends ResponseContext {
  request: Request
  options: CallOptions
  models: ModelTable
  subject: string | undefined
  /** Only where there is a log. */
  logging: Logging | undefined
  /** The start of the subject's SHA-256, for the log. */
  subjectHash: string | undefined
  /** Set by a route once it knows that the id is an allowed one. */
  modelId: string | undefined
  /**
   * Ends whatever is done for this request: aborted when the client goes away, with a `ProxyError` as
   * the reason when the proxy itself ends it.
   */
  abort: AbortController
  meter: Meter
  /**
   * Counts the call against its subject's limits and starts its timers. To be called once, when it is
   * known what the provider will be asked.
   *
   * @param body What the provider will be asked; undefined for what has no tokens.
   * @param maxOutputTokens The most that the answer may have.
   * @throws ProxyError when a limit is reached.
   */
  begin: (body?: unknown, maxOutputTokens?: number) => Promise<Deadlines>
  /** Settles and reports the request; only the first call does. */
  finish: (status: number, error?: ProxyError) => void
}

/** What a proxy with a log has loaded. */
export interface Logging {
  hashSubject: (subject: string) => Promise<string>
  toLogEntry: (
    exchange: Exchange,
    route: string | undefined,
    startedAt: number,
    status: number,
    error: ProxyError | undefined,
  ) => ProxyLogEntry
}

/** What is known of the answer so far. */
export interface Meter {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  /** The model's own name for itself. */
  responseModel?: string | undefined
  /** Characters of the answer that went by, to count tokens from when nobody else does. */
  streamed: number
  /** Bytes sent to the client. */
  bytes: number
  /** When the first of them was, as `performance.now()` has it. */
  firstByteAt?: number | undefined
}

/** Answers one method of one route. Reports its own end to `finish` when it answers with a stream. */
export type Route = (exchange: Exchange) => Promise<Response>

/** The methods that a path takes. */
export interface FoundRoute {
  /** What the log calls it. */
  label: string
  methods: ReadonlyMap<string, Route>
}

/** Routes below the base path, made by `passThrough` or `mcpServers` for the option `routes`. */
export interface RouteGroup {
  find: (path: string) => FoundRoute | undefined
  /** The models it can reach, as `limits` knows them. */
  modelIds: readonly string[]
}
