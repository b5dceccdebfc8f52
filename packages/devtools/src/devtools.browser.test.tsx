import { createAgent, Tool } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmbitDevtools } from './devtools.tsx'

const panel = (): ShadowRoot | null | undefined =>
  document.querySelector('[data-ambit-devtools]')?.shadowRoot

const press = (): Promise<void> => userEvent.keyboard('{Control>}{Alt>}a{/Alt}{/Control}')

describe('AmbitDevtools', () => {
  afterEach(() => expect.poll(panel).toBeFalsy())

  it('opens and closes the panel at the shortcut', async () => {
    const tool = new Tool({ name: 'beep', description: 'Beep.', handler: () => 'beeped' })
    const agent = createAgent({ name: 'helper', model: scriptedModel([]), tools: [tool] })
    const page = await render(
      <AgentProvider agent={agent}>
        <AmbitDevtools />
      </AgentProvider>,
    )
    await press()
    await vi.waitFor(() => expect(panel()?.textContent).toContain('Timeline'))
    await press()
    await vi.waitFor(() => expect(panel()).toBeUndefined())
    await page.unmount()
  })
})
