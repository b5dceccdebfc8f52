import { type AnyRedis, isIoredis } from './redis-client.ts'

/** Keeps a text under a key for `ttlMs` milliseconds. */
export async function keepFor(
  client: AnyRedis,
  key: string,
  text: string,
  ttlMs: number,
): Promise<void> {
  const ms = Math.ceil(ttlMs)
  if (isIoredis(client)) await client.set(key, text, 'PX', ms)
  else await client.set(key, text, { PX: ms })
}
