import { type Agent, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { AgentScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

function Refund({ isAllowed }: { readonly isAllowed: boolean }): null {
  useTool({ name: 'refund', description: 'Refund.', enabled: () => isAllowed, handler: () => 1 })
  return null
}

const page = (agent: Agent, isAllowed: boolean): ReactElement => (
  <AgentProvider agent={agent}>
    <AgentScope name="orders">
      <Refund isAllowed={isAllowed} />
    </AgentScope>
  </AgentProvider>
)

it('announces a change of an `enabled` with the first commit after the scope has come', async () => {
  const agent = createAgent({ model: scriptedModel([]) })
  const { rerender } = await render(page(agent, false))
  const states: unknown[] = []
  agent.scopes.subscribe(() => {
    const registered = agent.scopes.find('refund')
    states.push(registered && agent.scopes.isToolOn(registered).enabled)
  })
  await rerender(page(agent, true))
  expect(states).toEqual([true])
  await rerender(page(agent, true))
  await rerender(page(agent, true))
  expect(states).toEqual([true])
})
