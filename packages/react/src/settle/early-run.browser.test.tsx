import { type Agent, createAgent } from '@ambit/core'
import { type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { all, five, openPage, show, shown, useInvite } from '../../test/guest-list.tsx'

/** Shows the guests, and calls `onLayout` in a layout effect. */
function Guests({ onLayout }: { onLayout?: (agent: Agent) => void }): ReactElement {
  const { agent } = useAgent()
  const [guests, setGuests] = useState(['Ada'])
  useInvite(guests, setGuests)
  useLayoutEffect(() => onLayout?.(agent), [onLayout, agent])
  return show(guests)
}

const agentWith = (...replies: Reply[]): Agent => createAgent({ model: scriptedModel(replies) })

afterEach(() => document.body.replaceChildren())

describe('a run that starts before the passive effects of the page', () => {
  // The engine is there already, so that the run comes to its first call at once.
  const prepared = async (): Promise<Agent> => {
    const agent = agentWith('Ready', five, 'Done')
    await agent.chat('Prepare')
    return agent
  }

  it('R65 waits for the page where a layout effect starts it', async () => {
    const agent = await prepared()
    const runs: ReturnType<Agent['chat']>[] = []
    await openPage(agent, () => <Guests onLayout={start} />)
    function start(of: Agent): void {
      runs.push(of.chat('Go'))
    }
    await runs[0]
    await expect.poll(() => shown()).toBe(all)
  })

  it('R65 has the settler of the page when its tools are registered', async () => {
    const agent = await prepared()
    const runs: ReturnType<Agent['chat']>[] = []
    agent.scopes.subscribe(() => {
      if (runs.length === 0 && agent.scopes.find('invite')) runs.push(agent.chat('Go'))
    })
    await openPage(agent, Guests)
    await runs[0]
    await expect.poll(() => shown()).toBe(all)
    const waits = runs[0]?.events.filter(({ type }) => type === 'agent:settled')
    expect(waits).toHaveLength(5)
  })

  it('R65 waits for the page under StrictMode', async () => {
    const agent = await prepared()
    const runs: ReturnType<Agent['chat']>[] = []
    const start = (of: Agent): void => {
      if (runs.length === 0) runs.push(of.chat('Go'))
    }
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    onTestFinished(() => root.unmount())
    root.render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <Guests onLayout={start} />
        </AgentProvider>
      </StrictMode>,
    )
    await expect.poll(() => runs).toHaveLength(1)
    await runs[0]
    await expect.poll(() => shown()).toBe(all)
  })

  it('R65 waits for the page after `runTool` in a layout effect', async () => {
    const agent = agentWith()
    // The engine is loaded by it.
    await agent.runTool('none').catch(() => undefined)
    const works: Promise<unknown>[] = []
    const start = (of: Agent): void => {
      const both = async () => {
        await of.runTool('invite', { name: 'B' })
        await of.runTool('invite', { name: 'C' })
      }
      works.push(both())
    }
    await openPage(agent, () => <Guests onLayout={start} />)
    await works[0]
    await expect.poll(() => shown()).toBe('Ada,B,C')
  })
})
