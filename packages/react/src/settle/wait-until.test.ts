import { expect, it, vi } from 'vitest'
import { waitUntil } from './settling.tsx'

it.each([Infinity, 2 ** 31])('a wait of %d ms does not end at once', async (timeoutMs) => {
  const cancellation = new AbortController()
  const waiting = waitUntil(() => false, [], { signal: cancellation.signal, timeoutMs })
  const ended = vi.fn<() => void>()
  void waiting.then(ended)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(ended).not.toHaveBeenCalled()
  cancellation.abort()
  expect(await waiting).toBe(false)
})
