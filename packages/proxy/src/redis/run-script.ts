import { type AnyRedis, isIoredis } from './redis-client.ts'

/** Runs a Lua script on the server, in one step. */
export const runScript = (
  client: AnyRedis,
  script: string,
  keys: string[],
  values: string[],
): Promise<unknown> =>
  isIoredis(client)
    ? client.eval(script, keys.length, ...keys, ...values)
    : client.eval(script, { keys, arguments: values })
