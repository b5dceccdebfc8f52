import type { Agent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { type ReactElement, StrictMode, useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  createBeeper,
  inPanel,
  panelOf,
  pressShortcut,
  untilClosed,
  untilOpen,
} from '../test/panel-page.ts'
import { AmbitDevtools } from './devtools.tsx'
import { opener } from './opener.ts'

const labels = (): string[] =>
  [...(panelOf()?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent)

async function untilNothingIsWatched(): Promise<void> {
  await expect.poll(() => opener.shown.getState().length).toBe(0)
}

/** Records the layout shifts of the page. */
function watchShifts(): PerformanceEntry[] {
  const shifts: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  onTestFinished(() => observer.disconnect())
  return shifts
}

describe('AmbitDevtools', () => {
  afterEach(async () => {
    await untilClosed()
    await untilNothingIsWatched()
  })

  it('opens and closes the panel at the shortcut, and gives the focus back', async () => {
    const page = await render(
      <AgentProvider agent={createBeeper()}>
        <input aria-label="Name" />
        <AmbitDevtools />
      </AgentProvider>,
    )
    const input = document.querySelector('input')
    input?.focus()
    expect(panelOf()).toBeUndefined()
    await pressShortcut()
    await untilOpen()
    await expect.poll(() => panelOf()?.activeElement?.textContent).toBe('Timeline')
    await pressShortcut()
    await untilClosed()
    expect(document.activeElement).toBe(input)
    await page.unmount()
  })

  it('17 shows several agents, also two with the same name', async () => {
    const agents = [createBeeper('shop'), createBeeper('help'), createBeeper('shop')]
    const page = await render(<AmbitDevtools agents={agents} defaultOpen />)
    await untilOpen()
    expect(labels()).toEqual(['shop', 'help', 'shop (2)'])
    expect(opener.shown.getState().map(({ agent }) => agents.indexOf(agent))).toEqual([0, 1, 2])
    const select = inPanel('select') as HTMLSelectElement
    await userEvent.selectOptions(select, 'shop (2)')
    expect(select.selectedIndex).toBe(2)
    await page.unmount()
  })

  it('17 follows a list of agents that changes, and shares one panel', async () => {
    const errors = vi.spyOn(console, 'error')
    const [first, second] = [createBeeper('first'), createBeeper('second')]
    let setAgents: (agents: readonly Agent[]) => void = () => undefined
    function Page(): ReactElement {
      const [agents, set] = useState<readonly Agent[]>([first])
      setAgents = set
      return (
        <>
          <AmbitDevtools agents={agents} defaultOpen />
          <AmbitDevtools agents={[first]} defaultOpen />
        </>
      )
    }
    const page = await render(<Page />)
    await untilOpen()
    expect(labels()).toEqual(['first'])
    setAgents([second, first])
    await expect.poll(labels).toEqual(['first', 'second'])
    setAgents([second])
    setAgents([])
    await expect.poll(labels).toEqual(['first'])
    expect(document.querySelectorAll('[data-ambit-devtools]')).toHaveLength(1)
    expect(errors).not.toHaveBeenCalled()
    await page.unmount()
  })

  it('19 leaves the focus, the selection and the layout of the page when it opens by itself', async () => {
    const shifts = watchShifts()
    const page = await render(
      <AgentProvider agent={createBeeper()}>
        <input aria-label="Name" defaultValue="Ada" />
        <p>Text</p>
      </AgentProvider>,
    )
    const input = document.querySelector('input')
    input?.focus()
    input?.setSelectionRange(1, 2)
    const before = [
      document.documentElement.scrollHeight,
      document.documentElement.scrollWidth,
      document.querySelector('p')?.getBoundingClientRect().top,
    ]
    await page.rerender(
      <AgentProvider agent={createBeeper()}>
        <input aria-label="Name" defaultValue="Ada" />
        <p>Text</p>
        <AmbitDevtools defaultOpen />
      </AgentProvider>,
    )
    await untilOpen()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(document.activeElement).toBe(input)
    expect([input?.selectionStart, input?.selectionEnd]).toEqual([1, 2])
    expect([
      document.documentElement.scrollHeight,
      document.documentElement.scrollWidth,
      document.querySelector('p')?.getBoundingClientRect().top,
    ]).toEqual(before)
    expect(shifts).toEqual([])
    await page.unmount()
  })

  it('20 has one panel in StrictMode', async () => {
    const hosts: Node[] = []
    const observer = new MutationObserver((records) =>
      hosts.push(...records.flatMap(({ addedNodes }) => [...addedNodes])),
    )
    const page = await render(<div />)
    observer.observe(document.body, { childList: true })
    await page.rerender(
      <StrictMode>
        <AmbitDevtools agents={[createBeeper()]} defaultOpen />
      </StrictMode>,
    )
    await untilOpen()
    expect(hosts).toHaveLength(1)
    expect(opener.shown.getState()).toHaveLength(1)
    observer.disconnect()
    await page.unmount()
  })

  it('20 keeps the panel and what it saw through a remount', async () => {
    const agent = createBeeper()
    const Page = ({ layout }: { layout: string }): ReactElement => (
      <StrictMode>
        <AmbitDevtools key={layout} agents={[agent]} />
      </StrictMode>
    )
    const page = await render(<Page layout="list" />)
    await pressShortcut()
    await untilOpen()
    await agent.chat('Go')
    const [watched] = opener.shown.getState()
    const panel = panelOf()
    await page.rerender(<Page layout="detail" />)
    // What is to be removed is removed by a timer of the same length, set before this one.
    await new Promise((resolve) => setTimeout(resolve))
    expect(panelOf()).toBe(panel)
    expect(opener.shown.getState().map((one) => one === watched)).toEqual([true])
    const before = watched?.events.getState().events.length ?? 0
    expect(before).toBeGreaterThan(5)
    await agent.chat('Go on')
    expect(watched?.events.getState().events.length).toBeGreaterThan(before)
    await page.unmount()
  })

  it('22 changes nothing if an observer of it throws', async () => {
    const report = vi.spyOn(globalThis, 'reportError').mockReturnValue()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => (report.mockRestore(), warn.mockRestore()))
    const agent = createBeeper()
    const fail = vi.fn(() => {
      throw new Error('The devtools failed.')
    })
    const on = agent.on.bind(agent)
    // Each observer of the devtools throws.
    vi.spyOn(agent, 'on').mockImplementation((type) => on(type, fail))
    const page = await render(<AmbitDevtools agents={[agent]} defaultOpen />)
    await untilOpen()
    const run = agent.chat('Go')
    const { content } = await run
    expect(fail.mock.calls.length).toBeGreaterThan(10)
    expect(content).toBe('Done')
    const alone = createBeeper().chat('Go')
    await alone
    const typesOf = ({ events }: typeof run): string[] => events.map(({ type }) => type)
    expect(typesOf(run)).toEqual(typesOf(alone))
    expect(panelOf()?.querySelector('[role=tab]')).toBeTruthy()
    expect(report).toHaveBeenCalled()
    await page.unmount()
  })

  it('needs an agent', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await expect(render(<AmbitDevtools />)).rejects.toThrow('AmbitDevtools')
  })
})
