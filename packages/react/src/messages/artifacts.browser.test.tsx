import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'

describe('the artifacts', () => {
  it('shows what a tool gives the page while it still works', async () => {
    const done = Promise.withResolvers<void>()
    const draw = new Tool({
      name: 'draw',
      description: 'Draws.',
      handler: async (_: unknown, { artifact }) => {
        artifact({ id: 'plan', type: 'drawing', title: 'A plan', data: 1 })
        await done.promise
        artifact({ id: 'plan', type: 'drawing', title: 'A better plan', data: 2 })
      },
    })
    const agent = createAgent({
      model: scriptedModel([calls(call('draw', {}, 'c1')), 'Done']),
      tools: [draw],
    })
    const Drawings = (): ReactElement => (
      <ul>
        {useAgent(({ session }) => session.artifacts).map(({ id, title, tool, callId }) => (
          <li key={id}>
            {title} by {tool} in {callId}
          </li>
        ))}
      </ul>
    )
    const screen = await render(
      <AgentProvider agent={agent}>
        <Drawings />
      </AgentProvider>,
    )
    const run = agent.chat('Draw')
    const shown = screen.getByRole('listitem')
    await expect.element(shown).toHaveTextContent('A plan by draw in c1')
    done.resolve()
    await run
    await expect.element(shown).toHaveTextContent('A better plan by draw in c1')
  })
})
