import { type Agent, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactElement, type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { usePlugin } from '../agent/use-plugin.ts'
import { useAgentState } from '../agent-state/use-agent-state.ts'
import { useFormTools } from '../forms/use-form-tools.ts'
import { useMutationTool } from '../query.ts'
import { AgentScope, useScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'
import { useTools } from './use-tools.ts'

const schema = z.object({ name: z.string() })
const tool = { name: 'go', description: 'x', handler: () => 1 }

const Inner = (): ReactElement => {
  useTool({ ...tool, name: 'inner' })
  return <p>Inside</p>
}

/** Uses hooks with more options. */
const pages: Readonly<Record<string, (more: object) => ReactNode>> = {
  useTool: (more) => {
    useTool({ ...tool, ...more })
    return null
  },
  'useTool of a row': (more) => {
    useTool({ ...tool, subject: { id: 'a', label: 'Row a' }, ...more })
    return null
  },
  useTools: (more) => {
    useTools([{ ...tool, ...more }])
    return null
  },
  useScope: (more) => {
    const scope = useScope({ name: 'go', ...more })
    useTool({ ...tool, scope })
    return null
  },
  AgentScope: (more) => (
    <AgentScope name="go" {...more}>
      <Inner />
    </AgentScope>
  ),
  useFormTools: (more) => {
    useFormTools({ current: null }, schema, { name: 'go', ...more })
    return null
  },
  useAgentState: (more) => {
    const initial = { name: 'Ann' }
    const [{ name }] = useAgentState('go', { schema, initial, description: 'x', ...more })
    return name
  },
  useMutationTool: (more) => {
    const client = new QueryClient()
    const mutation = { mutationFn: () => Promise.resolve(1) }
    useMutationTool({ name: 'go', description: 'x', client, mutation, ...more })
    return null
  },
  usePlugin: (more) => {
    usePlugin({ name: 'go', ...more })
    return null
  },
}

const offered = (agent: Agent): string[] => agent.scopes.tools.map(({ tool: { name } }) => name)

function show(use: (more: object) => ReactNode, more: object) {
  const agent = createAgent({ model: scriptedModel(['Hello']) })
  const Page = ({ given }: { given: object }): ReactElement => <p>The page {use(given)}</p>
  const page = (given: object): ReactElement => (
    <StrictMode>
      <AgentProvider agent={agent}>
        <Page given={given} />
      </AgentProvider>
    </StrictMode>
  )
  const view = render(page(more))
  return { agent, view, rerender: (given: object) => view.rerender(page(given)) }
}

let said: MockInstance<typeof console.error>
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const all = Object.entries(pages)
const ofTools = all.filter(([name]) => name !== 'usePlugin')

describe.each(['development', 'production'])('an option that does not exist, in %s', (mode) => {
  beforeEach(() => vi.stubEnv('NODE_ENV', mode))

  it.each(all)('R101 leaves it out, says so once, and the page goes on: %s', async (name, use) => {
    const { agent, view, rerender } = show(use, { zzz: 1 })
    await vi.waitFor(() => expect(agent.scopes.leftOut).toHaveLength(1))
    rerender({ zzz: 1 })
    expect(view.container.textContent).toContain('The page')
    expect(offered(agent)).toEqual([])
    expect(agent.scopes.scopes).toEqual([])
    const [code, what] =
      name === 'usePlugin' ? ['pluginNames', 'member'] : ['unknownOption', 'option']
    const words = mode === 'production' ? `(${code})` : `no ${what} "zzz"`
    expect(String(agent.scopes.leftOut[0]?.error)).toContain(words)
    const told = said.mock.calls.flat().filter((text) => String(text).includes('is left out'))
    expect(told).toHaveLength(1)
    expect((await agent.chat('Hi')).content).toBe('Hello')
    view.unmount()
    expect(agent.scopes.leftOut).toEqual([])
  })
})

describe('an option that does not exist', () => {
  it.each(ofTools)('R101 counts as left out if it is undefined: %s', async (_name, use) => {
    const { agent } = show(use, { zzz: undefined })
    await vi.waitFor(() => expect(offered(agent).length).toBeGreaterThan(0))
    expect(agent.scopes.leftOut).toEqual([])
  })

  it.each(ofTools.filter(([name]) => !/Scope/.test(name)))(
    'R101 leaves out no longer what has lost it: %s',
    async (_name, use) => {
      const { agent, rerender } = show(use, { zzz: 1 })
      await vi.waitFor(() => expect(agent.scopes.leftOut).toHaveLength(1))
      rerender({})
      await vi.waitFor(() => expect(offered(agent).length).toBeGreaterThan(0))
      expect(agent.scopes.leftOut).toEqual([])
    },
  )

  it('R101 registers no row under the name of another: `instance` is `subject`', async () => {
    const isMany = (): boolean => true
    const Row = ({ id }: { id: string }): ReactElement => {
      useTool({ ...tool, ...(isMany() && { instance: { id, label: id } }) })
      return <li>{id}</li>
    }
    const { agent } = show(() => ['a', 'b'].map((id) => <Row key={id} id={id} />), {})
    await vi.waitFor(() => expect(agent.scopes.leftOut).toHaveLength(2))
    expect(offered(agent)).toEqual([])
    expect(said.mock.calls.join()).toContain('Use `subject`.')
  })
})
