import { createAgent } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import * as React from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from './agent-provider.tsx'
import { useAgent } from './use-agent.ts'

describe('AgentProvider', () => {
  // React 18 renders a component twice from its initial state. No code can tell which one counts.
  it.runIf('use' in React)(
    'makes one agent under StrictMode, and one for each provider',
    async () => {
      const storage = memoryStorage()
      let watching = 0
      const watch: typeof storage.watch = (id, listener) => {
        watching++
        const stop = storage.watch(id, listener)
        return () => {
          watching--
          stop()
        }
      }
      const make = vi.fn(() =>
        createAgent({ model: scriptedModel([]), storage: { ...storage, watch }, session: 'new' }),
      )
      const shown = new Set<unknown>()
      const Reader = (): null => {
        shown.add(useAgent().agent)
        return null
      }
      const screen = await render(
        <React.StrictMode>
          <AgentProvider agent={make}>
            <Reader />
          </AgentProvider>
          <AgentProvider agent={make}>
            <Reader />
          </AgentProvider>
        </React.StrictMode>,
      )
      expect(make).toHaveBeenCalledTimes(2)
      expect(shown.size).toBe(2)
      await expect.poll(() => watching).toBe(2)
      await screen.unmount()
      await expect.poll(() => watching).toBe(0)
    },
  )
})
