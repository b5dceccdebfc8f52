import { type Duration, sha256, toMilliseconds } from '@ambit/protocol'
import { checkBaseUrl } from '../base-url.ts'
import { type Check, filled, flag, group, is } from '../check-options.ts'
import { reportFailure } from '../report-failure.ts'
import { readBytes } from './read-bytes.ts'
import { FilesError, once, type SessionFiles } from './store.ts'

/** The options of {@link s3Files}. */
export interface S3FilesOptions {
  /** The name of the bucket. It must exist, and nobody but the proxies needs to read it. */
  bucket: string
  /**
   * The address of the service, such as `https://s3.eu-central-1.amazonaws.com`, without the
   * bucket: that becomes the first part of the path.
   */
  endpoint: string
  /** The region, such as `eu-central-1`. `auto` for R2. */
  region: string
  /**
   * The id of a key that may get, put and delete objects of the bucket. It needs no right to list:
   * an object that the bucket denies with `AccessDenied` counts as missing.
   */
  accessKeyId: string
  /** The secret of the key. */
  secretAccessKey: string
  /** The time for one file, at most `'10m'`. Default: `'8s'`, below that of `timeouts.callback`. */
  timeout?: Duration | undefined
  /** Allows `http` to another machine, in a network that you trust. Default: false. */
  allowHttp?: boolean | undefined
}

const check: Check = group<S3FilesOptions>(
  {
    bucket: is(
      'the name of a bucket',
      (value) => typeof value === 'string' && /^[a-z0-9][a-z0-9.-]+$/.test(value),
    ),
    endpoint: filled,
    region: filled,
    accessKeyId: filled,
    secretAccessKey: filled,
    timeout: is(
      "a time of at most ten minutes, such as '30s'",
      (value) => toMilliseconds(value) >= 1 && toMilliseconds(value) <= 600_000,
    ),
    allowHttp: flag,
  },
  ['bucket', 'endpoint', 'region', 'accessKeyId', 'secretAccessKey'],
)

/**
 * Creates a place for files in a bucket of S3, or of a service with its API, such as R2 and MinIO.
 * Names in it have a hash of the subject, and nothing that a page sends. Redirects are not
 * followed.
 *
 * @throws TypeError for a missing, unknown or wrong option.
 *
 * @example
 * const files = s3Files({ bucket: 'chats', endpoint, region, accessKeyId, secretAccessKey })
 * const store = postgresSessions(pool, { files })
 */
export function s3Files(options: S3FilesOptions): SessionFiles {
  check(options, ['s3Files', ''])
  const { bucket, endpoint, timeout = 8_000, allowHttp = false } = options
  const { accessKeyId, secretAccessKey, region } = options
  checkBaseUrl(['s3Files', 'endpoint'], endpoint, allowHttp)
  const base = `${endpoint}${endpoint.endsWith('/') ? '' : '/'}${bucket}/`
  const open = once(async () => {
    const { AwsClient } = await import('aws4fetch')
    return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  })

  /** Returns the body of the answer, or undefined if there is no such object. */
  async function send(
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    body?: Uint8Array<ArrayBuffer>,
    maxBytes: number = maxTextBytes,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const signal = AbortSignal.timeout(Math.ceil(toMilliseconds(timeout)))
    const client = await open()
    const headers = { 'x-amz-content-sha256': await sha256(body ?? '') }
    const init = { method, headers, signal, redirect: 'manual', ...(body && { body }) } as const
    for (let attempt = 1; ; attempt++) {
      let outcome = 'no answer'
      let isFinal = attempt === mostAttempts
      let cause: unknown
      try {
        const response = await client.fetch(base + name, init)
        const { ok, status } = response
        outcome = `status ${status}`
        const most = ok ? maxBytes : maxTextBytes
        const bytes = await readBytes({ body: response.body, signal }, most)
        if (ok) return bytes
        // The text of the service may tell the id of the key, so only its code is used.
        const code = /<Code>([A-Za-z]{1,50})<\/Code>/.exec(new TextDecoder().decode(bytes))?.[1]
        if (code === 'NoSuchKey' && method !== 'PUT') return undefined
        if (code !== undefined) outcome += ` (${code})`
        // The answer for a missing object, if the key may not list the bucket.
        if (code === 'AccessDenied' && method === 'GET') {
          reportFailure(denied, failureOf(method, outcome))
          return undefined
        }
        isFinal ||= status < 500 && status !== 429
      } catch (thrown) {
        cause = thrown
      }
      if (isFinal || signal.aborted) {
        throw failureOf(method, outcome, cause)
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * pauseMs))
    }
  }

  return {
    put: async (name, bytes) => void (await send('PUT', name, bytes)),
    get: (name, maxBytes) => send('GET', name, undefined, maxBytes),
    delete: async (name) => void (await send('DELETE', name)),
  }
}

const failureOf = (method: string, outcome: string, cause?: unknown): FilesError =>
  new FilesError(`s3Files: ${method} of a file failed with ${outcome}.`, { cause })

const denied = 'a file counts as missing, since the key of the bucket may not list it or not get it'

/** The most bytes of an answer that is not a file. */
const maxTextBytes = 65_536

/** The most attempts at a request, all within its time, and the time after the first one. */
const mostAttempts = 3
const pauseMs = 100
