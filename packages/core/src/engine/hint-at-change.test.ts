import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { Scope } from '../index.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function chatThrice(injection: 'system' | 'user', values: readonly unknown[]) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const left = [...values]
  const scope = new Scope({ name: 'plan', injection, context: () => left.shift() })
  const { agent } = agentUnderTest([], { scopes: [scope] }, { otherwise: 'ok' })
  for (const text of ['1', '2', '3']) await agent.chat(text)
  return warn
}

describe('a context with `injection: system` that changes between two requests', () => {
  it('is told once in development, with its scope and what to do', async () => {
    const warn = await chatThrice('system', [1, 2, 3])
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/scope "plan" has changed.*Leave `injection` out/),
    )
  })

  it.each<[string, 'system' | 'user', unknown[]]>([
    ['stays the same', 'system', [1, 1, 1]],
    ['stands at the end', 'user', [1, 2, 3]],
  ])('is not told if it %s', async (_how, injection, values) => {
    expect(await chatThrice(injection, values)).not.toHaveBeenCalled()
  })

  it('is not told in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await chatThrice('system', [1, 2, 3])).not.toHaveBeenCalled()
  })
})
