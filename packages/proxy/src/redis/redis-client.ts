/** A client of the package `redis`. */
export interface NodeRedis {
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, options: { PX: number }) => Promise<unknown>
}

/** A client of the package `ioredis`. */
export interface Ioredis {
  eval: (script: string, count: number, ...rest: string[]) => Promise<unknown>
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, unit: 'PX', ms: number) => Promise<unknown>
}

/** A client of one of both packages. */
export type AnyRedis = NodeRedis | Ioredis

/** Whether a client is one of `ioredis`. Only that has `defineCommand`. */
export const isIoredis = (client: object): client is Ioredis => 'defineCommand' in client

/**
 * Returns an application's client as one of both packages. Listens for its errors: without a
 * listener Node ends the process. Failures are reported where a command fails.
 */
export function toRedis(client: object): AnyRedis {
  if ('on' in client && typeof client.on === 'function') client.on('error', () => {})
  return client as AnyRedis
}
