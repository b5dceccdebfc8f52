import { TanStackDevtoolsCore } from '@tanstack/devtools'
import { TanStackDevtools } from '@tanstack/react-devtools'
import { type ReactElement, StrictMode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createBeeper, panelOf, untilClosed, untilOpen } from '../test/panel-page.ts'
import { AmbitDevtools } from './devtools.tsx'
import { opener } from './opener.ts'
import { tanstackDevtoolsPlugin } from './tanstack.tsx'

const config = { defaultOpen: true, hideUntilHover: false, theme: 'light' } as const
const names = (): string[] => opener.shown.getState().map(({ agent }) => agent.name)

describe('tanstackDevtoolsPlugin', () => {
  beforeEach(() => localStorage.clear())

  it('shows the panel in the plugin area of TanStack Devtools', async () => {
    const agent = createBeeper('in-tanstack')
    // A new plugin at each render, as an app may write it.
    const Page = (): ReactElement => (
      <StrictMode>
        <TanStackDevtools config={config} plugins={[tanstackDevtoolsPlugin(agent)]} />
      </StrictMode>
    )
    const shown = await render(<Page />)
    await agent.chat('Go')
    await page.getByText('Ambit', { exact: true }).first().click()
    await untilOpen()
    expect(names()).toContain('in-tanstack')
    const host = panelOf()?.host as HTMLElement
    expect(host.closest('[id^=plugin-container]')).toBeTruthy()
    expect(host.style.colorScheme).toBe('light')
    // It is closed by TanStack Devtools, and its height is theirs.
    expect(panelOf()?.querySelector('[aria-label=Close], [role=separator]')).toBeNull()
    const area = host.parentElement?.getBoundingClientRect()
    const section = panelOf()?.querySelector('section')?.getBoundingClientRect()
    expect(section?.width).toBeGreaterThan(100)
    expect(section?.height).toBeGreaterThan(100)
    expect(section?.bottom).toBeLessThanOrEqual((area?.bottom ?? 0) + 1)
    expect(opener.shown.getState()[0]?.events.getState().events.length).toBeGreaterThan(5)
    await shown.rerender(<Page />)
    expect(document.querySelectorAll('[data-ambit-devtools]')).toHaveLength(1)
    expect(panelOf()?.host).toBe(host)
    await shown.unmount()
    await untilClosed()
  })

  it('shows the agents of AmbitDevtools without an agent of its own, also without React', async () => {
    const shown = await render(<AmbitDevtools agents={[createBeeper('of-the-page')]} />)
    const element = document.body.appendChild(document.createElement('div'))
    const devtools = new TanStackDevtoolsCore({
      config,
      plugins: [{ ...tanstackDevtoolsPlugin(), defaultOpen: true }],
    })
    devtools.mount(element)
    await untilOpen()
    expect(panelOf()?.querySelector('select')?.textContent).toContain('of-the-page')
    devtools.unmount()
    await untilClosed()
    element.remove()
    await shown.unmount()
  })
})
