import type { defaultTimeouts } from './deadlines.ts'
import type { Limits } from './limits/limits.ts'
import type { ProxyLogEntry } from './proxy-log-entry.ts'
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
