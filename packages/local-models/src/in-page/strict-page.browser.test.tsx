import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { randomGguf } from '../../test/random-gguf.ts'
import { wllama } from './wllama.ts'

/** Puts the page under one more policy. Policies only add up, so the order of the tests matters. */
function restrict(policy: string): void {
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  document.head.append(meta)
}

const load = async (): Promise<string> => {
  const model = wllama({ engine: () => import('@wllama/wllama'), wasm, model: file })
  onTestFinished(() => model.remove())
  await model.load().catch(() => undefined)
  return model.state.reason ?? model.state.status
}
const file = new Blob([randomGguf()])

const line =
  "If the page has a Content Security Policy, add: script-src 'wasm-unsafe-eval'; worker-src blob:"

describe('a model in a page with a strict Content-Security-Policy', () => {
  it('loads where the policy has what its guide says', async () => {
    restrict("script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; object-src 'none'")
    expect(await load()).toBe('ready')
  })

  it('says the line of the policy where it has no workers of blobs', async () => {
    restrict("worker-src 'self'")
    expect(await load()).toBe(`Its worker failed. ${line}`)
  })

  it('says the line of the policy where it has no WebAssembly, and loads nothing', async () => {
    restrict("script-src 'self'")
    expect(await load()).toBe(`WebAssembly is switched off. ${line}`)
  })
})
