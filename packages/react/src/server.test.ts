import { createAgent, type Agent, jsonSchema } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AgentProvider,
  AgentScope,
  useAgent,
  useAgentEvent,
  useMessages,
  usePlugin,
  useScope,
  useTool,
} from './index.ts'
import { useAgentState } from './state.ts'
import { useUndoStack } from './undo.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function Page(): ReactNode {
  const { agent, status, messages } = useAgent()
  const scope = useScope({ name: 'page' })
  useTool({ scope, name: 'go', description: 'Goes.', handler: () => 1 })
  usePlugin({ name: 'plain', run: (_, next) => next() })
  useAgentEvent('*', () => undefined)
  const { session } = useAgent(({ session }) => session.usage)
  const [kept] = useAgentState('kept', {
    schema: jsonSchema<number>({ type: 'integer' }),
    initial: () => 7,
    description: 'A number.',
  })
  const { canUndo } = useUndoStack([])
  const seen =
    Number(canUndo) +
    kept -
    7 +
    session.usage.totalTokens +
    useAgent(({ session }) => session.artifacts).length +
    useAgent(() => agent.history.branches('no')).length
  const said = messages.map(({ content }) => String(content)).join()
  return `${status} ${useMessages().ids.length} ${useAgent((state) => state.scopes).length} ${seen} ${said}`
}

describe('on a server', () => {
  it('renders what is there, registers nothing and says nothing', async () => {
    const error = vi.spyOn(console, 'error')
    const agents: Agent[] = []
    const create = () => {
      const agent = createAgent({ model: scriptedModel(['Hello']) })
      agents.push(agent)
      return agent
    }
    const page = () =>
      renderToString(h(AgentProvider, { agent: create }, h(AgentScope, { name: 'rows' }, h(Page))))
    expect(page()).toBe('idle 0 0 0 ')
    expect(page()).toBe('idle 0 0 0 ')
    expect(agents).toHaveLength(2)
    expect(agents.map(({ scopes }) => scopes.tools)).toEqual([[], []])
    expect(error).not.toHaveBeenCalled()
  })

  it('renders a conversation that was had', async () => {
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    await agent.chat('Hi')
    expect(renderToString(h(AgentProvider, { agent }, h(Page)))).toBe('idle 2 0 15 Hi,Hello')
  })
})
