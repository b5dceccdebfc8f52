// isolated: the engine is loaded anew.
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../test/agent-under-test.ts'
import { AgentError, createAgent, isSupported } from './index.ts'
import { loadEngine } from './load-engine.ts'
import { leastBrowsers } from './platform.ts'

describe('a browser that is too old', () => {
  const missing: [string, object, string][] = [
    ['Promise.withResolvers', Promise, 'withResolvers'],
    ['AbortSignal.any', AbortSignal, 'any'],
    ['URL.canParse', URL, 'canParse'],
    ['Intl.Segmenter', Intl, 'Segmenter'],
  ]
  it.each(missing)(
    'without %s, the page works and a run says which browsers do',
    async (_, owner, name) => {
      delete loadEngine.loaded
      const method = Object.getOwnPropertyDescriptor(owner, name) ?? {}
      Reflect.deleteProperty(owner, name)
      expect(isSupported()).toBe(false)
      const agent = createAgent({ model: scriptedModel(['Hello']) })
      const [chat, called] = await Promise.all([
        failureOf(agent.chat('Hi')),
        failureOf(agent.runTool('x')),
      ]).finally(() => Object.defineProperty(owner, name, method))
      expect(isSupported()).toBe(true)
      for (const failure of [chat, called]) {
        expect(AgentError.is(failure)).toBe(true)
        expect(failure.message).toContain(leastBrowsers)
      }
    },
  )
})
