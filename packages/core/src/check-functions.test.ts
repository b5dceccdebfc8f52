import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkFunctions } from './platform.ts'
import { lazily } from './lazily.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('an environment that lacks functions', () => {
  it('is told by their names, with what to do', async () => {
    expect(checkFunctions).not.toThrow()
    vi.stubGlobal('ReadableStream', undefined)
    Reflect.deleteProperty(globalThis, 'ReadableStream')
    expect(checkFunctions).toThrow(/has no `ReadableStream`.*@ambit\/testing\/dom/)
    await expect(lazily(async () => 'part')()).rejects.toThrow('has no `ReadableStream`')
  })
})

describe('a part that cannot be loaded', () => {
  const failure = (error: Error) => lazily(() => Promise.reject(error))().catch((thrown) => thrown)

  it('is told from a part that threw', async () => {
    const offline = await failure(new TypeError('Failed to fetch dynamically imported module'))
    expect(offline).toMatchObject({ code: 'load' })
    expect(offline.message).toContain('offline')
    for (const thrown of [
      new ReferenceError('Worker is not defined'),
      new TypeError('matchMedia is not a function'),
      new SyntaxError('Unexpected token'),
    ]) {
      const { message } = await failure(thrown)
      expect(message).toContain(thrown.message)
      expect(message).not.toContain('offline')
    }
  })
})
