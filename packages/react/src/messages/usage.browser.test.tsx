import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { Profiler, type ReactElement, StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'

describe('the usage', () => {
  it('adds up tokens and cost, and renders once for a model call', async () => {
    const onRender = vi.fn()
    const seen = new Set<unknown>()
    const agent = createAgent({
      model: scriptedModel(['One', 'A longer answer in pieces'], { cut: 2 }),
      prices: { scripted: { input: 1_000_000, output: 1_000_000 } },
    })
    const Meter = (): ReactElement => {
      const usage = useAgent(({ session }) => session.usage)
      seen.add(usage)
      return (
        <p>
          {usage.run.usage.totalTokens} of {usage.session.usage.totalTokens} for{' '}
          {usage.session.costUsd ?? 'nothing'}
        </p>
      )
    }
    const screen = await render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <Profiler id="meter" onRender={onRender}>
            <Meter />
          </Profiler>
        </AgentProvider>
      </StrictMode>,
    )
    await expect.element(screen.getByText('0 of 0 for nothing')).toBeVisible()
    const first = await agent.chat('1')
    const { totalTokens } = first.usage
    await expect
      .element(screen.getByText(`${totalTokens} of ${totalTokens} for ${first.costUsd}`))
      .toBeVisible()
    onRender.mockClear()
    const second = await agent.chat('2')
    const sum = totalTokens + second.usage.totalTokens
    await expect
      .element(
        screen.getByText(
          `${second.usage.totalTokens} of ${sum} for ${(first.costUsd ?? 0) + (second.costUsd ?? 0)}`,
        ),
      )
      .toBeVisible()
    // One render when the run begins, and one when its call has ended.
    expect(onRender.mock.calls.length).toBeLessThanOrEqual(2)
    expect(seen.size).toBeLessThanOrEqual(4)
  })
})
