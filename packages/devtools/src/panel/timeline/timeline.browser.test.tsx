import { createAgent, Tool } from '@ambit/core'
import { redact } from '@ambit/core/redaction'
import { call, calls, scriptedModel } from '@ambit/testing'
import { Profiler, type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Watched, watchAgent } from '../../watch/watch-agent.ts'
import { styles } from '../styles.ts'
import type { TabProps } from '../tab.ts'
import { TimelineTab } from './timeline-tab.tsx'

const tool = (name: string, handler: Tool['handler'] = () => 'ok', options: object = {}): Tool =>
  new Tool({ name, description: `Does ${name}.`, handler, ...options }) as Tool

const inBox = (watched: Watched, go: TabProps['go'] = () => undefined): ReactElement => (
  <div style={{ height: 400 }}>
    <style>{styles}</style>
    <TimelineTab watched={watched} go={go} />
  </div>
)

const option = (name: string | RegExp) => page.getByRole('option', { name })

describe('TimelineTab', () => {
  it('shows calls with arguments, waits and ends, and opens requests and approvals', async () => {
    const agent = createAgent({
      model: scriptedModel([calls(call('refund', { order: 7 })), 'done']),
      tools: [tool('refund', () => 'ok', { approval: true })],
    })
    const watched = watchAgent(agent)
    agent.pending.attach('approval')
    const run = agent.chat('Refund order 7')
    await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
    const go = vi.fn()
    await render(inBox(watched, go))
    await expect.element(option(/Approval of refund/)).toMatchTextContent(/waits/)
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    await run
    await expect.element(option(/Approval of refund/)).toMatchTextContent(/approved by/)
    await expect.element(option(/^\+\S+ \w+ refund/)).toMatchTextContent(/\{"order":7\}/)
    await expect.element(option(/End/)).toMatchTextContent(/completed/)

    await userEvent.click(option(/Approval of refund/))
    await userEvent.click(page.getByRole('button', { name: 'Show the approval' }))
    expect(go).toHaveBeenLastCalledWith('approvals', expect.stringContaining('call_1'))
    await userEvent.click(option(/Request 1/))
    await userEvent.keyboard('{Enter}')
    expect(go).toHaveBeenLastCalledWith('requests', `${run.id}/0`)
    await userEvent.keyboard('{ArrowDown}')
    const region = page.getByRole('region', { name: 'Chosen row' })
    await expect.element(region).toMatchTextContent(/"order": 7/)

    await userEvent.click(page.getByRole('button', { name: 'Waits' }))
    await expect.element(option(/End/)).not.toBeInTheDocument()
    await expect.element(option(/Approval of refund/)).toBeVisible()
  })

  it('14 shows no secret of an event', async () => {
    const agent = createAgent({
      model: scriptedModel([calls(call('read')), 'done']),
      tools: [
        tool('read', () => ({ key: redact('for-nobody'), note: 'sk-live-4f9a8b7c6d5e4f3a' })),
      ],
    })
    const watched = watchAgent(agent)
    await agent.chat('Read it')
    await render(inBox(watched))
    await userEvent.click(option(/read/))
    const region = page.getByRole('region', { name: 'Chosen row' })
    await expect.element(region).toMatchTextContent(/\[redacted\]/)
    await expect.element(region).not.toMatchTextContent(/for-nobody/)
    await expect.element(region).not.toMatchTextContent(/sk-live/)
  })

  it('cuts a large result, and says that it is cut', async () => {
    const agent = createAgent({
      model: scriptedModel([calls(call('read')), 'done']),
      tools: [tool('read', () => ({ text: 'word '.repeat(1_000_000) }))],
    })
    const watched = watchAgent(agent)
    await agent.chat('Read it')
    await render(inBox(watched))
    await userEvent.click(option(/read/))
    const region = page.getByRole('region', { name: 'Chosen row' })
    await expect.element(region).toMatchTextContent(/Cut: only the first 20,000 characters/)
    expect(region.element().textContent?.length).toBeLessThan(50_000)
  })

  it.each([900, 360])('lines the bars of a run up, %d pixels wide', async (width) => {
    const inner = tool('read_the_whole_list_of_orders', () => 'ok', { approval: true })
    const outer = tool('outer', async (_args, ctx) => {
      await ctx.execute('inside', { agent })
      return 'ok'
    })
    const agent = createAgent({
      model: scriptedModel([calls(call('outer')), calls(call(inner.name)), 'inside', 'done']),
      tools: [outer, inner],
    })
    agent.pending.attach('approval')
    agent.on('agent:pending_added', ({ pending: request }) => agent.pending.approve(request.id))
    const watched = watchAgent(agent)
    await agent.chat('Go')
    await render(<div style={{ width }}>{inBox(watched)}</div>)
    await expect.element(option(/Approval of read_the/)).toBeVisible()
    const list = page.getByRole('listbox', { name: 'Timeline' }).element()
    const tracks = [...list.querySelectorAll('.track')].map((one) => one.getBoundingClientRect())
    expect(tracks.length).toBeGreaterThan(5)
    expect(new Set(tracks.map(({ left }) => Math.round(left))).size).toBe(1)
    expect(tracks[0]?.right).toBeLessThanOrEqual(list.getBoundingClientRect().right)
  })

  it('6 renders few rows of 10,000 events, keeps few of them, and says what it dropped', async () => {
    const agent = createAgent({
      model: scriptedModel([calls(...Array.from({ length: 50 }, () => call('beep')))], {
        otherwise: 'ok',
      }),
      tools: [
        tool('beep', (_args, ctx) => {
          for (let at = 0; at < 250; at++) ctx.progress({ percent: at / 2.5 })
          return 'ok'
        }),
      ],
    })
    const watched = watchAgent(agent)
    await agent.chat('Beep')
    expect(watched.events.getState().dropped).toBeGreaterThan(1_000)
    expect(watched.events.getState().events.length).toBeLessThanOrEqual(11_000)
    await render(inBox(watched))
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent(/older events are no longer kept/)
    const list = page.getByRole('listbox', { name: 'Timeline' })
    expect(list.getByRole('option').elements().length).toBeLessThan(40)
  })

  it('7 is not rendered by deltas', async () => {
    let go = (): void => undefined
    let renders = 0
    const gate = new Promise<void>((done) => (go = done))
    const words = 'word '.repeat(2_000)
    let isOpen = false
    const agent = createAgent({
      model: scriptedModel([words], {
        cut: 5,
        before: async (_part, index) => {
          if (index === 1) await gate
          // In pieces of the page's time, as a network has them.
          if (index % 100 === 0) await new Promise((done) => setTimeout(done))
          if (index === 1_900) await vi.waitFor(() => expect(isOpen).toBe(true))
        },
      }),
    })
    const watched = watchAgent(agent)
    let deltas = 0
    agent.on('agent:delta', () => deltas++)
    const run = agent.chat('Write')
    await render(
      <Profiler id="tab" onRender={() => renders++}>
        {inBox(watched)}
      </Profiler>,
    )
    await expect.element(option(/Request 1/)).toMatchTextContent(/sent/)
    await new Promise((done) => setTimeout(done, 50))
    const before = renders
    go()
    await vi.waitFor(() => expect(deltas).toBeGreaterThan(1_000))
    expect(renders).toBe(before)
    isOpen = true
    await run
    await expect.element(option(/End/)).toBeVisible()
    expect(renders).toBeLessThan(before + 20)
  })
})
