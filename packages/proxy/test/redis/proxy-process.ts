/** A proxy with a shared Redis, as a process of its own: `REDIS_URL PACKAGE LEASE_MS`. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { argv, stdout } from 'node:process'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { createProxy } from '../../src/index.ts'
import { nodeListener } from '../../src/node.ts'
import { redisStore } from '../../src/redis.ts'

const [, , url = '', kind = '', leaseMs = ''] = argv
let calls = 0

/** A model that says one word, and then nothing more. */
const model: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'test',
  modelId: 'm',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('Not asked for')),
  async doStream() {
    calls += 1
    return {
      stream: new ReadableStream({
        start: (controller) => controller.enqueue({ type: 'text-delta', id: '0', delta: 'Hi' }),
      }),
    }
  },
}

// As the guide has it, without a listener for `error`: the store listens.
const client = kind === 'ioredis' ? new Redis(url) : await createClient({ url }).connect()
const proxy = createProxy({
  authorize: () => 'ada',
  models: { m: model },
  limits: { streams: 3, store: redisStore(client), lease: Number(leaseMs) },
  timeouts: { store: 500 },
})

const listener = nodeListener(proxy)
const server = createServer((request, response) => {
  if (request.url === '/calls') response.end(String(calls))
  else listener(request, response)
})
server.listen(0, '127.0.0.1', () => {
  stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
