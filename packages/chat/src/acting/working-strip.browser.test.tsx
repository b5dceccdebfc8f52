import { createAgent, Scope } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { emulateMedia } from '../../test/emulate-media.ts'
import { loadStyles, renderCopilot, tool } from '../../test/render-copilot.tsx'
import { WorkingStrip } from './working-strip.tsx'

/** Creates a scope with a tool that runs until `end` is called. */
function slowScope(label?: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const ship = tool('ship', () => promise, { title: 'Ship orders' })
  return {
    scopes: [new Scope({ name: 'orders', label, tools: [ship] })],
    end: () => resolve('shipped'),
  }
}
const replies: Reply[] = [calls(call('ship')), 'Done.']
const closed = { defaultOpen: false }
const stop = () => page.getByRole('button', { name: 'Stop' })
const box = (locator: ReturnType<typeof page.getByRole>): DOMRect =>
  locator.element().getBoundingClientRect()

describe('WorkingStrip', () => {
  afterEach(() => {
    document.documentElement.dir = ''
  })

  it('says where the agent works while the panel is closed, and stops it with one press', async () => {
    const { scopes } = slowScope('Orders')
    const { screen, agent } = await renderCopilot(replies, closed, { scopes })
    await expect.element(screen.getByRole('button', { name: /^Open assistant$/ })).toBeVisible()
    await expect.poll(() => document.getAnimations()).toEqual([])
    const run = agent.chat('Ship it')
    await expect.element(screen.getByText('Working on Orders')).toBeVisible()
    const launcher = screen.getByRole('button', { name: 'Open assistant: Working' })
    await expect.element(launcher).toBeVisible()
    expect(page.getByRole('status').elements().length).toBe(1)
    expect(document.getAnimations().length).toBeGreaterThan(0)
    await stop().click()
    await expect(run).rejects.toThrow()
    await expect.element(stop()).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: /^Open assistant$/ })).toBeVisible()
    await expect.poll(() => document.getAnimations()).toEqual([])
  })

  it('says the title of the tool if the scope has no label, and is not there beside an open panel', async () => {
    const { scopes, end } = slowScope()
    const { screen, agent } = await renderCopilot(replies, closed, { scopes })
    const run = agent.chat('Ship it')
    const text = screen.getByRole('status')
    await expect.element(text).toMatchTextContent('Working: Ship orders')
    await screen.getByRole('button', { name: /^Open assistant/ }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
    expect(page.getByRole('button', { name: 'Stop' }).elements().length).toBe(1)
    await expect.element(screen.getByRole('dialog').getByText('Working: Ship orders')).toBeVisible()
    await screen.getByRole('button', { name: 'Close assistant' }).first().click()
    await expect.element(stop()).toBeVisible()
    end()
    await run
    await expect.element(stop()).not.toBeInTheDocument()
  })

  it('opens the panel while the agent waits for the user', async () => {
    const refund = tool('refund', () => 'refunded', { effect: 'destructive', title: 'Refund' })
    const tools = [refund]
    const { screen, agent } = await renderCopilot([calls(call('refund')), 'Done.'], closed, {
      tools,
    })
    const run = agent.chat('Refund it')
    await expect.element(screen.getByText('Waiting for your answer')).toBeVisible()
    await screen.getByRole('button', { name: 'Answer' }).click()
    await expect.element(screen.getByRole('button', { name: 'Deny' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Answer' })).not.toBeInTheDocument()
    await stop().click()
    await expect(run).rejects.toThrow()
  })

  it('is off by a prop, and the launcher still says that the agent works', async () => {
    const { scopes, end } = slowScope('Orders')
    const props = { ...closed, marks: { strip: false } }
    const { screen, agent } = await renderCopilot(replies, props, { scopes })
    const run = agent.chat('Ship it')
    await expect
      .element(screen.getByRole('button', { name: 'Open assistant: Working' }))
      .toBeVisible()
    expect(stop().query()).toBeNull()
    end()
    await run
  })

  it('covers nothing of the launcher on a phone, in both directions, and nothing moves if it should not', async (context) => {
    await emulateMedia(context, { 'prefers-reduced-motion': 'reduce' })
    const { scopes, end } = slowScope('Orders of the customers of this month and the one before')
    const { screen, agent } = await renderCopilot(replies, closed, { scopes })
    await page.viewport(390, 844)
    const run = agent.chat('Ship it')
    const launcher = screen.getByRole('button', { name: 'Open assistant: Working' })
    await expect.element(launcher).toBeVisible()
    await expect.element(stop()).toBeVisible()
    await expect.poll(() => document.getAnimations()).toEqual([])
    for (const dir of ['ltr', 'rtl']) {
      document.documentElement.dir = dir
      const strip = document.querySelector('.ambit-strip')?.getBoundingClientRect()
      const button = box(launcher)
      if (!strip) throw new Error('There is no strip.')
      expect(strip.right <= button.left || strip.left >= button.right).toBe(true)
      expect(strip.left).toBeGreaterThan(0)
      expect(strip.right).toBeLessThan(390)
      expect(box(stop()).right).toBeLessThanOrEqual(strip.right)
    }
    end()
    await run
  })

  it('works without the widget', async () => {
    await loadStyles()
    const { scopes, end } = slowScope('Orders')
    const agent = createAgent({ model: scriptedModel(replies), scopes })
    await render(
      <AgentProvider agent={agent}>
        <WorkingStrip className="own" />
      </AgentProvider>,
    )
    const run = agent.chat('Ship it')
    await expect.element(page.getByText('Working on Orders')).toBeVisible()
    expect(document.querySelector('.ambit-strip.own')).not.toBeNull()
    end()
    await run
    await expect.element(stop()).not.toBeInTheDocument()
  })
})
