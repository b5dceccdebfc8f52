import { type AnyTool, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useTool } from './use-tool.ts'

describe('useTool with `sandbox`', () => {
  it('R61 gives the sandbox the text of the component’s own handler, and registers once', async () => {
    const seen: (AnyTool | undefined)[] = []
    const agent = createAgent({
      model: scriptedModel([]),
      use: [
        {
          name: 'sandbox',
          execute: ({ tool }, next) => {
            seen.push(tool)
            return next({ handler: () => 'elsewhere' })
          },
        },
      ],
    })
    const changes = vi.fn()
    function Counter(): ReactElement {
      const [count, setCount] = useState(0)
      useTool({
        name: 'untrusted',
        description: 'Runs apart.',
        run: { sandbox: { env: { region: 'eu' }, network: ['https://api.example.com'] } },
        handler: (_args, { env }) => ['apart', env],
      })
      return <button onClick={() => setCount(count + 1)}>{count}</button>
    }
    const screen = await render(
      <AgentProvider agent={agent}>
        <Counter />
      </AgentProvider>,
    )
    agent.scopes.subscribe(changes)
    await screen.getByRole('button').click()
    await expect.element(screen.getByRole('button')).toHaveTextContent('1')
    expect(changes).not.toHaveBeenCalled()
    expect(await agent.runTool('untrusted')).toBe('elsewhere')
    expect(seen[0]?.sandbox).toMatchObject({ env: { region: 'eu' } })
    expect(String(seen[0]?.handler)).toMatch(/^\(_args, \{ env \}\) => \[/)
  })
})
