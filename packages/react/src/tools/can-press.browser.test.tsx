import { createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, useRef, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { canPress } from './can-press.ts'
import { useTool } from './use-tool.ts'

/** Renders a page, and tells whether its button could be pressed. */
async function pressable(page: ReactElement) {
  const screen = await render(page)
  const can = canPress(screen.container.querySelector('button'))
  await screen.unmount()
  return can
}

/** React 18 does not know the attribute. */
const makeInert = (div: HTMLElement | null): void => void div?.toggleAttribute('inert', true)

describe('canPress', () => {
  it.each([
    ['a plain one', () => <button>Go</button>, true],
    ['a disabled one', () => <button disabled>Go</button>, false],
    [
      'one with a tooltip',
      () => (
        <button disabled title="Wait for the check">
          Go
        </button>
      ),
      { reason: 'Wait for the check' },
    ],
    [
      'one in a fieldset that is off',
      () => (
        <fieldset disabled>
          <button title="Saving">Go</button>
        </fieldset>
      ),
      { reason: 'Saving' },
    ],
    [
      'one that is off for a screen reader, with a description',
      () => (
        <>
          <button aria-disabled="true" aria-describedby="why more">
            Go
          </button>
          <i id="why">Only for</i>
          <i id="more">managers</i>
        </>
      ),
      { reason: 'Only for managers' },
    ],
    [
      'one that is inert',
      () => (
        <div ref={makeInert}>
          <button>Go</button>
        </div>
      ),
      false,
    ],
    [
      'one that is hidden',
      () => (
        <div style={{ visibility: 'hidden' }}>
          <button>Go</button>
        </div>
      ),
      false,
    ],
    ['none', () => <p>Go</p>, false],
  ])('says of %s what a user could do', async (_, page, expected) => {
    const can = await pressable(page())
    if (typeof expected === 'object') expect(can).toMatchObject(expected)
    else expect(can).toBe(expected)
  })

  it('lets the agent do what the user could press now, and tells the reason', async () => {
    const model = scriptedModel([calls(call('approve')), 'Off', calls(call('approve')), 'Approved'])
    const agent = createAgent({ model })
    function Page(): ReactElement {
      const [isChecked, setChecked] = useState(false)
      const [count, setCount] = useState(0)
      const button = useRef<HTMLButtonElement>(null)
      const approve = () => setCount((before) => before + 1)
      useTool({
        name: 'approve',
        description: 'Approves.',
        enabled: () => canPress(button.current),
        handler: approve,
      })
      return (
        <>
          <button ref={button} disabled={!isChecked} title="Check it first" onClick={approve}>
            Approve
          </button>
          <button onClick={() => setChecked(true)}>Check</button>
          <p>Approved {count}</p>
        </>
      )
    }
    const screen = await render(
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>,
    )
    await agent.chat('Approve')
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('Check it first')
    await screen.getByRole('button', { name: 'Check', exact: true }).click()
    await agent.chat('Approve')
    const status = agent.history.messages
      .filter((message): message is ToolMessage => message.role === 'tool')
      .map((message) => message.status)
    expect(status).toEqual(['disabled', 'ok'])
    await expect.element(screen.getByText('Approved 1')).toBeVisible()
  })
})
