import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Machine } from './machine-models.ts'

const qwen = { id: 'ollama/qwen3', label: 'qwen3 (Ollama)' }
const ofBrowser = { id: 'browser', label: 'the browser’s model' }
const kept = new Map<string, string>()

/** Gives the page a storage, a development server with a model, and a `LanguageModel`. */
function giveMachine(create: () => Promise<unknown> = async () => ({})) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('fetch', async () => Response.json({ models: [qwen] }))
  vi.stubGlobal('LanguageModel', { availability: async () => 'downloadable', create })
}

beforeEach(() => {
  kept.clear()
  giveMachine()
})
afterEach(() => vi.unstubAllGlobals())

describe('Machine', () => {
  it('has a model that was pressed only once somebody looks, who names it', async () => {
    await new Machine().use(qwen)
    const next = new Machine()
    expect([next.model, next.state.current]).toEqual([undefined, undefined])
    await next.look()
    expect(next.state).toMatchObject({ current: qwen, isLooking: false })
    expect(next.model?.modelId).toBe(qwen.id)
  })

  it('takes no earlier press in place of a new one', async () => {
    await new Machine().use(qwen)
    const next = new Machine()
    await next.use(undefined)
    await next.look()
    expect(next.state.current).toBeUndefined()
  })

  it('keeps the last press when a download ends after it', async () => {
    const download = Promise.withResolvers<unknown>()
    giveMachine(() => download.promise)
    const machine = new Machine()
    await machine.look()
    const first = machine.use(ofBrowser)
    await machine.use(qwen)
    download.resolve({ destroy: () => undefined })
    await first
    expect(machine.state.current).toEqual(qwen)
    expect([...kept.values()]).toEqual([JSON.stringify(qwen)])
  })

  it('uses a press where the browser keeps nothing', async () => {
    const refuse = () => {
      throw new DOMException('Storage is off.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const machine = new Machine()
    await machine.use(qwen)
    expect(machine.model?.modelId).toBe(qwen.id)
  })
})
