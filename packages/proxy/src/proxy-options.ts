import type { WireErrorCode } from '@ambit/core/wire'
import type { ModelsOption } from './model-table.ts'

/** What `createProxy` takes. */
export interface ProxyOptions {
  /**
   * Says who is asking: an id of the person or session, or nothing to refuse with 401. Runs before the
   * body is read and must not read it. A throw refuses with 500. Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined
  /** The models clients may use, by the id they use. Nothing else is ever called. */
  models: ModelsOption
  /** Where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is `/api/agent/model`. */
  basePath?: string | undefined
  /** The largest request body, in bytes. Default: 4 MiB. */
  maxBodyBytes?: number | undefined
  /** Origins other than the proxy's own whose pages may use it, such as `https://app.example.com`. Default: none. */
  allowedOrigins?: readonly string[] | undefined
  /** Whether those origins may send cookies. Default: false. */
  allowCredentials?: boolean | undefined
  /** Request headers those origins may send. Default: `authorization` and `content-type`. */
  allowedHeaders?: readonly string[] | undefined
  /**
   * Lets `authorize` be left out and `models` be empty, for work on one machine: requests are answered
   * only when host, origin and, where known, address are loopback. Default: false.
   */
  insecureDev?: boolean | undefined
  /** Told of every request when it is over. Gets no prompt, answer, key or text of a provider. */
  log?: ((entry: ProxyLogEntry) => void) | undefined
}

/** Who is asking, or nothing. */
export type Subject = string | null | undefined | false

/** One request, when it is over. */
export interface ProxyLogEntry {
  /** What the client was given as `x-request-id`. */
  requestId: string
  /** The route below `basePath`; undefined when there was none. */
  route: string | undefined
  /** The id of the model, when it is an allowed one. */
  modelId?: string | undefined
  /** The status sent: 200 for a stream, whatever happened in it. */
  status: number
  /** The error that was sent, before the stream or in it; `client_closed` when the client left. */
  code?: WireErrorCode | undefined
  /** What the provider answered, when it refused. */
  upstreamStatus?: number | undefined
  /** With `internal_error` alone: what `authorize` threw. */
  cause?: unknown
  durationMs: number
}

/** Where a proxy is mounted unless told otherwise. */
export const defaultBasePath = '/api/agent'

/** Options with their defaults, checked. */
export interface CheckedOptions {
  authorize: ProxyOptions['authorize']
  basePath: string
  maxBodyBytes: number
  allowedOrigins: ReadonlySet<string>
  allowCredentials: boolean
  allowedHeaders: string
  insecureDev: boolean
  log: (entry: ProxyLogEntry) => void
}

/** @throws TypeError that names the option which makes the proxy unsafe or useless. */
export function checkOptions(options: ProxyOptions): CheckedOptions {
  const { authorize, models, insecureDev = false, maxBodyBytes = 4 * 1024 * 1024 } = options
  const { allowedOrigins = [], allowedHeaders = ['authorization', 'content-type'] } = options
  const basePath = (options.basePath ?? defaultBasePath).replace(/\/$/, '')
  if (!authorize && !insecureDev) {
    throw new TypeError(
      'createProxy: `authorize` is missing. Without it anybody who finds the URL spends your key. Return the id of the signed-in person, or nothing to refuse; on your own machine set `insecureDev: true`.',
    )
  }
  if (Object.keys(models).length === 0 && !insecureDev) {
    throw new TypeError(
      'createProxy: `models` is empty, so every call would be refused. Is the key missing from the environment? Name at least one model.',
    )
  }
  if (!(Number.isSafeInteger(maxBodyBytes) && maxBodyBytes > 0)) {
    throw new TypeError(
      `createProxy: \`maxBodyBytes\` is ${maxBodyBytes}. Give a whole number of bytes above 0.`,
    )
  }
  if (
    basePath !== '' &&
    (!basePath.startsWith('/') || new URL(basePath, 'http://x').pathname !== basePath)
  ) {
    throw new TypeError(
      `createProxy: \`basePath\` is "${basePath}". Give a plain absolute path, such as "${defaultBasePath}".`,
    )
  }
  for (const origin of allowedOrigins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    throw new TypeError(
      `createProxy: \`allowedOrigins\` holds "${origin}". Give exact origins, such as "https://app.example.com": no path, no wildcard.`,
    )
  }
  return {
    authorize,
    basePath,
    maxBodyBytes,
    allowedOrigins: new Set(allowedOrigins),
    allowCredentials: options.allowCredentials ?? false,
    allowedHeaders: allowedHeaders.join(', '),
    insecureDev,
    log: options.log ?? (() => {}),
  }
}
