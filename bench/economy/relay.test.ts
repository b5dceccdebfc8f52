import { expect, it } from 'vitest'
import { startRelay } from './relay.ts'
import { serve } from './serve.ts'

it('carries a body up and its answer down, whole and in order', async () => {
  const server = await serve(async (request) => new Response(await request.bytes()))
  const relay = await startRelay(server.port, { rttMs: 2, upMbit: 500 })
  try {
    const body = Array.from({ length: 40_000 }, (_, at) => at).join()
    const response = await fetch(`http://127.0.0.1:${relay.port}/`, { method: 'POST', body })
    expect((await response.text()) === body).toBe(true)
    expect(server.bodies).toEqual([{ sent: body.length, plain: body.length }])
  } finally {
    relay.stop()
    server.stop()
  }
})
