import type { Unavailable } from '@ambit/core'
import { canPress } from '@ambit/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call, calls } from '@ambit/testing'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const launcher = () => page.getByRole('button', { name: 'Open assistant' })
const dialog = () => page.getByRole('dialog')

describe('Popup', () => {
  it('opens by keyboard, moves the focus in, and Escape gives it back', async () => {
    const onOpenChange = vi.fn()
    await renderCopilot([], { defaultOpen: false, onOpenChange })
    await expect.element(launcher()).toHaveAttribute('aria-expanded', 'false')
    expect(dialog().query()).toBeNull()
    await userEvent.keyboard('{Tab}')
    await expect.element(launcher()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveFocus()
    await expect.element(launcher()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(launcher()).toHaveFocus()
    await expect.poll(() => dialog().query()).toBeNull()
    expect(onOpenChange.mock.calls).toEqual([[true], [false]])
  })

  it('is inert when closed and keeps what was typed', async () => {
    const { screen } = await renderCopilot([])
    await userEvent.fill(field(), 'a draft')
    await screen.getByRole('button', { name: 'Close assistant' }).click()
    const panel = screen.container.querySelector<HTMLElement>('[role="dialog"]')
    expect(panel?.inert).toBe(true)
    await launcher().click()
    await expect.element(field()).toHaveValue('a draft')
  })

  it('stays above a bar that the page has at its bottom', async () => {
    const { style } = document.documentElement
    style.setProperty('--ambit-bottom', '300px')
    onTestFinished(() => void style.removeProperty('--ambit-bottom'))
    await renderCopilot([])
    await expect.element(dialog()).toBeVisible()
    const edgeOf = (element: Element): number => element.getBoundingClientRect().bottom
    const close = page.getByRole('button', { name: 'Open assistant' }).element()
    expect(edgeOf(close)).toBe(innerHeight - 300 - 20)
    expect(edgeOf(dialog().element())).toBe(innerHeight - 300 - 20 - 68)
    expect(dialog().element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  })

  it('does not take the focus when it is open from the start', async () => {
    await renderCopilot([])
    await expect.element(dialog()).toBeVisible()
    expect(document.activeElement).toBe(document.body)
  })

  it('leaves Escape to an input method', async () => {
    await renderCopilot([])
    await userEvent.click(field())
    const init = { key: 'Escape', bubbles: true, cancelable: true, isComposing: true }
    field().element().dispatchEvent(new KeyboardEvent('keydown', init))
    await expect.element(dialog()).toBeVisible()
  })

  it('obeys `open`', async () => {
    const onOpenChange = vi.fn()
    await renderCopilot([], { open: true, onOpenChange })
    await userEvent.click(field())
    await userEvent.keyboard('{Escape}')
    expect(onOpenChange.mock.calls).toEqual([[false]])
    await expect.element(dialog()).toBeVisible()
  })

  it('takes all of a narrow screen, and is modal there', async () => {
    const onOpenChange = vi.fn()
    const { screen } = await renderCopilot([], { onOpenChange })
    const outside = document.createElement('button')
    document.body.append(outside)
    onTestFinished(() => outside.remove())
    await page.viewport(390, 700)
    await expect.element(dialog()).toHaveAttribute('aria-modal', 'true')
    const { width, height } = dialog().element().getBoundingClientRect()
    expect([width, height]).toEqual([390, 700])
    expect(launcher().query()).toBeNull()
    expect(outside.closest('[inert]') ?? outside.inert).toBeTruthy()
    await screen.getByRole('button', { name: 'Close assistant' }).click()
    await expect.element(launcher()).toHaveFocus()
    expect(outside.inert).toBe(false)
    await page.viewport(1000, 700)
    await launcher().click()
    await expect.element(dialog()).not.toHaveAttribute('aria-modal')
    expect(outside.inert).toBe(false)
  })

  it('leaves a phone the upper half of the page while the agent changes it, until it is touched', async () => {
    const look = tool('look', () => 'seen', { effect: 'read' })
    const change = tool('change', () => 'changed')
    const replies = [calls(call('look')), 'Seen.', calls(call('change')), 'Changed.']
    const { screen } = await renderCopilot(replies, {}, { tools: [look, change] })
    await page.viewport(390, 700)
    await expect.element(dialog()).toHaveAttribute('aria-modal', 'true')
    const box = () => dialog().element().getBoundingClientRect()
    await say('Look')
    await expect.element(screen.getByText('Seen.')).toBeVisible()
    expect(box().top).toBe(0)
    await say('Change it')
    await expect.element(screen.getByText('Changed.')).toBeVisible()
    expect([box().top, box().bottom]).toEqual([315, 700])
    await screen.getByText('Changed.').click()
    expect(box().top).toBe(0)
  })

  it('lets the user use the page above a half panel, and not behind a whole one', async () => {
    const change = tool('change', () => 'changed')
    const pay = tool('pay', () => 'paid', { approval: true })
    const replies = [calls(call('change')), 'Changed.', calls(call('pay')), 'Paid.']
    const above = <button type="button">On the page</button>
    const { screen, agent } = await renderCopilot(replies, {}, { tools: [change, pay] }, above)
    await page.viewport(390, 700)
    const button = screen.getByText('On the page')
    await expect.poll(() => button.element().closest('[inert]')).not.toBeNull()
    await say('Change it')
    await expect.element(screen.getByText('Changed.')).toBeVisible()
    await expect.element(dialog()).not.toHaveAttribute('aria-modal')
    await userEvent.click(screen.getByRole('button', { name: 'On the page' }))
    await expect.element(button).toHaveFocus()
    void agent.chat('Pay')
    await expect.element(screen.getByRole('button', { name: 'Deny' })).toBeVisible()
    await expect.element(dialog()).toHaveAttribute('aria-modal', 'true')
    expect(button.element().closest('[inert]')).not.toBeNull()
    expect(dialog().element().contains(document.activeElement)).toBe(true)
  })

  it('lets a tool that goes by a control of the page act, while a whole panel holds the page', async () => {
    const send = (): Element | null => document.querySelector('[name=send]')
    const enabled = (): boolean | Unavailable => canPress(send())
    const sends = tool('sends', () => 'sent', { enabled, effect: 'read' })
    const replies = [calls(call('sends')), 'Sent it.']
    const { screen, agent } = await renderCopilot(
      replies,
      {},
      { tools: [sends] },
      <button type="button" name="send">
        Send now
      </button>,
    )
    await page.viewport(390, 700)
    await expect.poll(() => send()?.closest('[inert]')).not.toBeNull()
    await say('Send')
    await expect.element(screen.getByText('Sent it.')).toBeVisible()
    expect(agent.history.messages.at(-2)).toMatchObject({ role: 'tool', status: 'ok' })
  })

  it('leaves inert what the page makes inert above a half panel', async () => {
    const main = document.createElement('main')
    document.body.append(main)
    onTestFinished(() => main.remove())
    const change = tool('change', async () => {
      await new Promise(requestAnimationFrame)
      main.inert = true
    })
    const replies = [calls(call('change')), 'Once.', calls(call('change')), 'Twice.']
    const { screen } = await renderCopilot(replies, {}, { tools: [change] })
    await page.viewport(390, 700)
    await expect.poll(() => main.inert).toBe(true)
    for (const said of ['Once.', 'Twice.']) {
      await say('Change it')
      await expect.element(screen.getByText(said)).toBeVisible()
      expect(main.inert).toBe(true)
    }
    await screen.getByRole('button', { name: 'Close assistant' }).click()
    await expect.element(launcher()).toBeVisible()
    expect(main.inert).toBe(true)
  })

  it('brings what the agent touched into the half of the page that is seen', async () => {
    const touch = (id: string) => tool(`touch_${id}`, (_, { touched }) => (touched(id), 'touched'))
    const tools = [touch('middle'), touch('end')]
    const replies = [calls(call('touch_middle')), 'First.', calls(call('touch_end')), 'Second.']
    const rows = (
      <main>
        <p style={{ height: 500 }}>The page</p>
        <p id="middle">Middle</p>
        <p style={{ height: 900 }} />
        <p id="end">End</p>
      </main>
    )
    const { screen } = await renderCopilot(replies, {}, { tools }, rows)
    await page.viewport(390, 700)
    const top = () => dialog().element().getBoundingClientRect().top
    const bottom = (text: string) =>
      screen.getByText(text, { exact: true }).element().getBoundingClientRect().bottom
    await say('Go')
    await expect.element(screen.getByText('First.')).toBeVisible()
    await expect.poll(() => bottom('Middle') > 0 && bottom('Middle') < top()).toBe(true)
    await say('Go on')
    await expect.element(screen.getByText('Second.')).toBeVisible()
    await expect.poll(() => bottom('End') > 0 && bottom('End') < top()).toBe(true)
  })

  it('takes all of a low screen too, as a phone on its side, or a page at 200 %', async () => {
    await renderCopilot([])
    await page.viewport(740, 360)
    await expect.element(dialog()).toHaveAttribute('aria-modal', 'true')
    const { width, height } = dialog().element().getBoundingClientRect()
    expect([width, height]).toEqual([740, 360])
  })
})
