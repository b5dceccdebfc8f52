import { type AgentPlugin, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider, useTool } from '../index.ts'
import { usePlugin } from './use-plugin.ts'

describe('usePlugin', () => {
  const model = () => scriptedModel(['1', '2', '3', '4'])

  it('adds a plug-in while it is mounted, and calls the functions of the latest render', async () => {
    const agent = createAgent({ model: model() })
    const use = vi.spyOn(agent, 'use')
    const seen: string[] = []
    function Plugin({ word }: { word: string }): null {
      usePlugin({
        name: 'seen',
        run: (_at, next) => {
          seen.push(word)
          return next()
        },
      })
      return null
    }
    const provide = (node: ReactNode): ReactNode => (
      <AgentProvider agent={agent}>{node}</AgentProvider>
    )
    const screen = await render(provide(<Plugin word="first" />))
    const added = use.mock.calls.filter(([{ name }]) => name === 'seen').length
    await screen.rerender(provide(<Plugin word="second" />))
    expect(use.mock.calls.filter(([{ name }]) => name === 'seen')).toHaveLength(added)
    await agent.chat('go')
    await screen.rerender(provide(null))
    await agent.chat('go')
    expect(seen).toEqual(['second'])
  })

  it('calls the `input` and `message` of the latest render', async () => {
    const agent = createAgent({ model: model() })
    const seen: string[] = []
    function Plugin({ word }: { word: string }): null {
      usePlugin({
        name: 'seen',
        input: () => void seen.push(`input ${word}`),
        message: ({ message: { role } }) => void seen.push(`${role} ${word}`),
      })
      return null
    }
    const provide = (node: ReactNode): ReactNode => (
      <AgentProvider agent={agent}>{node}</AgentProvider>
    )
    const screen = await render(provide(<Plugin word="first" />))
    await screen.rerender(provide(<Plugin word="second" />))
    await agent.chat('go')
    expect(seen).toEqual(['input second', 'user second', 'assistant second'])
  })

  it('adds none for false, and another one when its members change', async () => {
    const agent = createAgent({ model: model() })
    const seen: string[] = []
    const run: AgentPlugin['run'] = (_at, next) => {
      seen.push('run')
      return next()
    }
    const message: AgentPlugin['message'] = ({ message: { role } }) => void seen.push(role)
    function Plugin({ plugin }: { plugin: AgentPlugin | false }): null {
      usePlugin(plugin)
      return null
    }
    const provide = (plugin: AgentPlugin | false): ReactNode => (
      <AgentProvider agent={agent}>
        <Plugin plugin={plugin} />
      </AgentProvider>
    )
    const screen = await render(provide(false))
    await agent.chat('go')
    expect(seen).toEqual([])
    await screen.rerender(provide({ name: 'a', run }))
    await agent.chat('go')
    await screen.rerender(provide({ name: 'a', message }))
    await agent.chat('go')
    expect(seen).toEqual(['run', 'user', 'assistant'])
  })

  it('stands around the calls of tools of the page', async () => {
    const agent = createAgent({
      model: scriptedModel([calls(call('greet', {})), 'done']),
    })
    function Page(): null {
      useTool({ name: 'greet', description: 'Greets', handler: () => 'hello' })
      usePlugin({ name: 'loud', call: async (_at, next) => String(await next()).toUpperCase() })
      return null
    }
    await render(
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>,
    )
    await agent.chat('go')
    expect(agent.history.messages.find(({ role }) => role === 'tool')?.content).toBe('"HELLO"')
  })
})
