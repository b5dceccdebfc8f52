import { Scope } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const abilities = () => page.getByRole('region', { name: 'What it can do here' })

describe('Remembered', () => {
  it('R73 shows what is allowed without asking, until when, and takes it back by keyboard', async () => {
    const pay = tool('mark_paid', () => 1, { approval: true })
    const { agent } = await renderCopilot(
      [calls(call('mark_paid')), 'Paid.'],
      {},
      { scopes: [new Scope({ name: 'orders', tools: [pay] })], approval: {} },
    )
    await say('Pay')
    await page.getByRole('checkbox', { name: /^Do not ask again for “Mark paid”/ }).click()
    await page.getByRole('button', { name: 'Allow once' }).click()
    await expect.element(page.getByText('Paid.')).toBeVisible()
    await page.getByRole('button', { name: 'What it can do here' }).click()
    await expect.element(abilities().getByText(/^Allowed without asking until \d/)).toBeVisible()
    const back = abilities().getByRole('button', { name: 'Take back: Mark paid' })
    ;(back.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(back).not.toBeInTheDocument()
    expect(agent.pending.getState().remembered).toEqual([])
    await expect.element(abilities()).toHaveFocus()
    expect(abilities().getByText('Allowed without asking').query()).toBeNull()
  })
  it('R73 a line leaves by itself at its end, and tells it in the language of the page', async () => {
    document.documentElement.lang = 'de'
    onTestFinished(() => document.documentElement.removeAttribute('lang'))
    const pay = tool('mark_paid', () => 1, { approval: true })
    const { agent } = await renderCopilot(
      [calls(call('mark_paid')), 'Paid.'],
      {},
      { scopes: [new Scope({ name: 'orders', tools: [pay] })], approval: {} },
    )
    agent.pending.subscribe(({ items: [request] }) => {
      if (request) agent.pending.approve(request.id, { remember: 10_000 })
    })
    // Opened first, so that a slow page does not miss the line.
    await page.getByRole('button', { name: 'What it can do here' }).click()
    await expect.element(abilities()).toBeVisible()
    await agent.chat('Pay')
    const line = abilities().getByText(/^Allowed without asking until \d{1,2}:\d{2}$/)
    await expect.element(line).toBeVisible()
    await expect.element(line, { timeout: 20_000 }).not.toBeInTheDocument()
  })
})
