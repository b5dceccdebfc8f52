import { type AgentOptions, createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { StrictMode } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LateModule } from '../late/late-module.ts'
import { loadStyles, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import { storedConversation } from '../../test/stored-conversation.ts'
import { conversation } from '../copilot.tsx'
import { type CopilotProps, LateCopilot } from './late-copilot.tsx'

const launcher = () => page.getByRole('button', { name: 'Open assistant' })
const dialog = () => page.getByRole('dialog', { name: 'Assistant' })
const invitation = () => page.getByRole('heading', { name: 'How can I help?' })
const textField = () => field().element() as HTMLTextAreaElement
/** What is kept over a reload of the page. */
const drafts = () => {
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  return Object.entries(sessionStorage).flatMap(([key, text]) =>
    key.startsWith('ambit-draft:') ? [text] : [],
  )
}
const colors = () => {
  const { color, backgroundColor: background } = getComputedStyle(dialog().element())
  return { color, background }
}
const offline = new TypeError('Failed to fetch dynamically imported module')

/**
 * Renders a closed widget. The panel comes when the test calls `arrive`, and fails when the test
 * calls `fail`. `kept` is what the tab has kept over a reload.
 */
async function renderCold(
  replies: Iterable<Reply> = [],
  props: CopilotProps = {},
  options: Partial<AgentOptions> = {},
  kept: Readonly<Record<string, string>> = {},
) {
  await page.viewport(1000, 700)
  sessionStorage.clear()
  for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text)
  await loadStyles()
  // The pointer may still be where an earlier test's button was.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } })
  const { promise, resolve: arrive, reject: fail } = Promise.withResolvers<void>()
  const fetch = vi.fn(async () => {
    await promise
    return import('./panel-chunk.tsx')
  })
  const pause = vi.fn(async () => undefined)
  const model = scriptedModel(replies)
  const agent = createAgent({ model, request: { retry: { max: 0 } }, ...options })
  const preload = vi.spyOn(agent, 'preload')
  const ui = (
    <StrictMode>
      <AgentProvider agent={agent}>
        <LateCopilot {...props} panel={new LateModule(fetch, pause)} conversation={conversation} />
      </AgentProvider>
    </StrictMode>
  )
  const screen = await render(ui)
  return { screen, ui, agent, model, fetch, preload, arrive, fail }
}

describe('Copilot, before its panel is fetched', () => {
  it('shows the field at once, and gives text, caret and focus to the composer', async () => {
    const { arrive } = await renderCold(['Yes.'])
    await launcher().click()
    await expect.element(field()).toHaveFocus()
    await expect.element(dialog().getByRole('status')).toHaveTextContent('Loading…')
    await userEvent.keyboard('Hello word{ArrowLeft}')
    const early = textField()
    arrive()
    await expect.element(invitation()).toBeVisible()
    expect(textField()).not.toBe(early)
    expect(early.isConnected).toBe(false)
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('l')
    await expect.element(field()).toHaveValue('Hello world')
    expect(textField().selectionStart).toBe(10)
    expect(page.getByRole('textbox', { name: 'Message' }).elements()).toHaveLength(1)
  })

  it('gives a selection to the composer as it is, and leaves the focus where it is', async () => {
    const { arrive, screen } = await renderCold()
    await launcher().click()
    await userEvent.keyboard('one two')
    textField().setSelectionRange(0, 3, 'backward')
    await userEvent.tab({ shift: true })
    const close = screen.getByRole('button', { name: 'Close assistant' })
    await expect.element(close).toHaveFocus()
    arrive()
    await expect.element(invitation()).toBeVisible()
    await expect.element(close).toHaveFocus()
    const { selectionStart, selectionEnd, selectionDirection } = textField()
    expect([selectionStart, selectionEnd, selectionDirection]).toEqual([0, 3, 'backward'])
  })

  it('sends what was sent early once, in order, and keeps what is written after it', async () => {
    const { arrive, model, agent } = await renderCold(['One.', 'Two.'])
    await launcher().click()
    await userEvent.keyboard('first{Enter}second{Enter}{Enter}third')
    const waiting = page.getByRole('list', { name: 'Waiting for its turn' })
    await expect.element(waiting).toMatchTextContent('firstsecond')
    expect(model.requests).toEqual([])
    arrive()
    await expect.element(page.getByText('Two.')).toBeVisible()
    const said = agent.history.messages.filter(({ role }) => role === 'user')
    expect(said.map(({ content }) => content)).toEqual(['first', 'second'])
    expect(model.requests).toHaveLength(2)
    await expect.element(field()).toHaveValue('third')
    await expect.element(field()).toHaveFocus()
  })

  it('keeps what was sent early over a reload, as unsent text', async () => {
    for (const storage of [undefined, await storedConversation(1)]) {
      const left = await renderCold([], {}, { storage })
      await launcher().click()
      await userEvent.keyboard('first{Enter}second{Enter}third')
      expect(drafts()).toEqual(['first\nsecond\nthird'])
      const kept = { ...sessionStorage }
      await left.screen.unmount()
      const { arrive, model, screen } = await renderCold([], {}, { storage }, kept)
      await expect.element(field()).toHaveValue('first\nsecond\nthird')
      arrive()
      await expect.element(page.getByRole('button', { name: 'What it can do here' })).toBeVisible()
      await expect.element(field()).toHaveValue('first\nsecond\nthird')
      expect(model.requests).toEqual([])
      await screen.unmount()
    }
  })

  it('sends what was sent early once, also after the widget left the page and came back', async () => {
    const { arrive, model, agent, screen, ui } = await renderCold(['One.'])
    await launcher().click()
    await userEvent.keyboard('first{Enter}sec')
    await screen.rerender(<p>Another page</p>)
    await screen.rerender(ui)
    await expect.element(page.getByText('first')).toBeVisible()
    await expect.element(field()).toHaveValue('sec')
    await screen.rerender(<p>Another page</p>)
    arrive()
    await screen.rerender(ui)
    await expect.element(page.getByText('One.')).toBeVisible()
    await screen.rerender(<p>Another page</p>)
    await screen.rerender(ui)
    await expect.element(page.getByText('One.')).toBeVisible()
    expect(agent.history.messages.map(({ content }) => content)).toEqual(['first', 'One.'])
    expect(model.requests).toHaveLength(1)
    await expect.element(field()).toHaveValue('sec')
    expect(drafts()).toEqual(['sec'])
  })

  it('keeps what was sent early as unsent text of a conversation that is left', async () => {
    const storage = await storedConversation(1)
    const { arrive, model, agent } = await renderCold([], {}, { storage })
    await expect.poll(() => agent.history.messages.length).toBe(2)
    const { current } = agent.sessions
    await launcher().click()
    await userEvent.keyboard('first{Enter}')
    await agent.sessions.create()
    arrive()
    await expect.element(invitation()).toBeVisible()
    await expect.element(field()).toHaveValue('')
    await agent.sessions.open(current)
    await expect.element(field()).toHaveValue('first')
    expect(model.requests).toEqual([])
  })

  it('does not send a command, which has to be chosen', async () => {
    const { arrive, model } = await renderCold(['Yes.'], {
      composer: { commands: [{ name: 'week', prompt: 'Sum up this week' }] },
    })
    await launcher().click()
    await userEvent.keyboard('/we{Enter}')
    await expect.element(field()).toHaveValue('/we')
    arrive()
    await expect.element(page.getByRole('option', { name: '/week' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('Sum up this week ')
    expect(model.requests).toEqual([])
  })

  it('has the colours of the page from the start, unless it has a theme', async () => {
    onTestFinished(() => document.body.removeAttribute('style'))
    document.body.style.cssText = 'background: oklch(0.2 0.04 265); color: #e2e8f0'
    const { screen, arrive } = await renderCold()
    await launcher().click()
    expect(colors()).toEqual({ color: 'rgb(226, 232, 240)', background: 'oklch(0.2 0.04 265)' })
    arrive()
    await expect.element(invitation()).toBeVisible()
    await expect.poll(() => colors().background).toContain('rgb(')
    expect(colors().color).toBe('rgb(226, 232, 240)')
    await screen.unmount()

    document.body.removeAttribute('style')
    const later = await renderCold()
    document.body.style.cssText = 'background: #222; color: #fff'
    await launcher().click()
    expect(colors()).toEqual({ color: 'rgb(255, 255, 255)', background: 'rgb(34, 34, 34)' })
    await later.screen.unmount()

    for (const [styles, props] of [
      ['background: #222; color: #fff', { theme: 'light' }],
      ['background: linear-gradient(#222, #222) #222; color: #fff', {}],
      ['background: #2228; color: #fff', {}],
      ['color: #fff', {}],
    ] as const) {
      document.body.style.cssText = styles
      const own = await renderCold([], props)
      await launcher().click()
      expect(colors()).toEqual({ color: 'rgb(28, 28, 36)', background: 'rgb(255, 255, 255)' })
      await own.screen.unmount()
    }
  })

  it('does not take the field from under an input method', async () => {
    const { arrive } = await renderCold()
    await launcher().click()
    await userEvent.keyboard('に')
    const early = textField()
    early.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    arrive()
    // All but the composer is there.
    await expect.element(invitation()).toBeVisible()
    expect(textField()).toBe(early)
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('ほん')
    early.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    await expect.poll(() => textField() === early).toBe(false)
    await expect.element(field()).toHaveValue('にほん')
    await expect.element(field()).toHaveFocus()
  })

  it('keeps what was begun, and opens as a region of the page when inline', async () => {
    const { screen, arrive } = await renderCold([], { form: 'inline' })
    await expect.element(screen.getByRole('region', { name: 'Assistant' })).toBeVisible()
    await userEvent.fill(field(), 'a draft')
    await screen.unmount()
    const next = await renderCold([], { form: 'inline' })
    await expect.element(field()).toHaveValue('')
    await userEvent.fill(field(), 'a draft')
    await next.screen.rerender(<p>Another page</p>)
    await next.screen.rerender(next.ui)
    await expect.element(field()).toHaveValue('a draft')
    arrive()
  })

  it('says that the panel could not be fetched, keeps every word, and tries again', async () => {
    const { fetch, fail, model } = await renderCold(['One.'])
    await launcher().click()
    await userEvent.keyboard('first{Enter}sec')
    fail(offline)
    await expect.element(page.getByRole('alert')).toMatchTextContent('could not be loaded')
    expect(fetch).toHaveBeenCalledTimes(2)
    await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expect.element(field()).toHaveValue('first\nsec')
    expect(drafts()).toContain('first\nsec')
    fetch.mockImplementation(() => import('./panel-chunk.tsx'))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(invitation()).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('One.')).toBeVisible()
    expect(model.requests).toHaveLength(1)
  })

  it('tries again when something is sent, or when it is opened again', async () => {
    const { fetch, fail } = await renderCold(['One.'])
    await launcher().click()
    fail(offline)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await launcher().click()
    await expect.poll(() => fetch.mock.calls.length).toBeGreaterThan(3)
    fetch.mockImplementation(() => import('./panel-chunk.tsx'))
    await say('first')
    await expect.element(page.getByText('One.')).toBeVisible()
  })
})

describe('Copilot, closed', () => {
  it('fetches nothing until somebody seems to want it', async () => {
    const { fetch, preload, model } = await renderCold()
    await expect.element(launcher()).toBeVisible()
    expect(fetch).not.toHaveBeenCalled()
    expect(preload).not.toHaveBeenCalled()
    await userEvent.hover(launcher())
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(preload).not.toHaveBeenCalled()
    expect(model.requests).toEqual([])
  })

  it('fetches the code for runs when the user begins to write, before the panel is there too', async () => {
    const early = await renderCold()
    await launcher().click()
    await expect.element(field()).toHaveFocus()
    expect(early.preload).not.toHaveBeenCalled()
    await userEvent.keyboard('H')
    await expect.poll(() => early.preload.mock.calls.length).toBeGreaterThan(0)
    await early.screen.unmount()

    const { preload, arrive } = await renderCold()
    arrive()
    await launcher().click()
    await expect.element(invitation()).toBeVisible()
    expect(preload).not.toHaveBeenCalled()
    await userEvent.keyboard('H')
    await expect.poll(() => preload.mock.calls.length).toBeGreaterThan(0)
  })

  it('fetches the code for runs when the user points to a suggestion', async () => {
    const { preload, arrive } = await renderCold([], { start: { suggestions: ['Add honey'] } })
    arrive()
    await launcher().click()
    const suggestion = page.getByRole('button', { name: 'Add honey' })
    await expect.element(suggestion).toBeVisible()
    expect(preload).not.toHaveBeenCalled()
    await userEvent.hover(suggestion)
    expect(preload).toHaveBeenCalled()
  })

  it('fetches when the launcher is focused, touched, or its shortcut is pressed', async () => {
    const focused = await renderCold()
    await userEvent.tab()
    await expect.element(launcher()).toHaveFocus()
    expect(focused.fetch).toHaveBeenCalledTimes(1)
    await focused.screen.unmount()

    const touched = await renderCold()
    const touch = new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true })
    launcher().element().dispatchEvent(touch)
    expect(touched.fetch).toHaveBeenCalledTimes(1)
    await touched.screen.unmount()

    const pressed = await renderCold([], { shortcut: 'alt+j' })
    await userEvent.keyboard('{Alt>}j{/Alt}')
    await expect.element(field()).toHaveFocus()
    expect(pressed.fetch).toHaveBeenCalledTimes(1)
  })

  it('fetches when it is open from the start, or its app says so', async () => {
    for (const [props, options] of [
      [{ open: true }],
      [{ defaultOpen: true }],
      [{}, { preload: 'now' }],
    ] as const) {
      const { fetch, screen } = await renderCold([], props, options)
      expect(fetch).toHaveBeenCalledTimes(1)
      await screen.unmount()
    }
    const { fetch } = await renderCold([], {}, { preload: 'idle' })
    // A busy page is idle after 5 s at the latest.
    await expect.poll(() => fetch.mock.calls.length, { timeout: 15_000 }).toBe(1)
  })

  it('fetches when the page itself has the agent begin', async () => {
    const { fetch, agent } = await renderCold(['One.'])
    expect(fetch).not.toHaveBeenCalled()
    const run = agent.chat('Go')
    await expect.poll(() => fetch.mock.calls.length).toBe(1)
    await run
  })

  it('is there to answer what a run of the page asks', async () => {
    const ran: unknown[] = []
    const pay = tool('pay', () => void ran.push(1), { approval: true })
    const replies = [calls(call('pay')), 'Paid.']
    const { agent, arrive } = await renderCold(replies, {}, { tools: [pay] })
    const run = agent.execute('Pay')
    const asking = page.getByRole('button', { name: 'Open assistant: Waiting for your answer' })
    await asking.click()
    arrive()
    await page.getByRole('button', { name: 'Allow once' }).click()
    expect(await run).toMatchObject({ content: 'Paid.' })
    expect(ran).toEqual([1])
  })
})
