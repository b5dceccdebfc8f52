import { jsonSchema } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { StrictMode } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Copilot } from '../copilot.tsx'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

it('a card that is there before the text field gives the focus to it when it goes', async () => {
  const pay = tool('pay', () => 'paid', { approval: true })
  const { screen, agent } = await renderCopilot(
    [calls(call('pay')), 'Then not.'],
    {},
    { tools: [pay] },
  )
  await say('Pay')
  const deny = page.getByRole('button', { name: 'Deny' })
  await expect.element(deny).toBeVisible()
  // Another chat of the same agent: its card and its field come in one commit.
  await screen.rerender(
    <AgentProvider agent={agent}>
      <Copilot key="other" defaultOpen />
    </AgentProvider>,
  )
  await expect.element(deny).toBeVisible()
  await deny.click()
  await expect.element(page.getByText('Then not.')).toBeVisible()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Open assistant' })).toHaveFocus()
})

it('Escape on a card gives the focus back to where the chat was opened from', async () => {
  const pay = tool('pay', () => 'paid', { approval: true })
  const { agent } = await renderCopilot(
    [calls(call('pay')), 'Paid.'],
    { defaultOpen: false },
    { tools: [pay] },
  )
  void agent.chat('Pay').result.catch(() => undefined)
  await page.getByRole('button', { name: 'Answer' }).click()
  const deny = page.getByRole('button', { name: 'Deny' })
  await expect.element(deny).toBeVisible()
  ;(deny.element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  const launcher = page.getByRole('button', { name: 'Open assistant: Waiting for your answer' })
  await expect.element(launcher).toHaveFocus()
})

it('the focus is nowhere else while the fields of a card are fetched, so that Escape is heard', async () => {
  const parameters = jsonSchema<Record<string, unknown>>({
    type: 'object',
    properties: { to: { type: 'string' } },
  })
  const pay = tool('pay', () => 'paid', { approval: true, parameters })
  await renderCopilot([calls(call('pay', { to: 'Ada' })), 'Paid.'], {}, { tools: [pay] })
  await say('Pay')
  const change = page.getByRole('button', { name: 'Change…' })
  await expect.element(change).toBeVisible()
  const lost: string[] = []
  const look = new MutationObserver(() => {
    if (document.activeElement === document.body) lost.push(document.body.textContent)
  })
  ;(change.element() as HTMLElement).focus()
  look.observe(document.body, { subtree: true, childList: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'To' })).toHaveFocus()
  look.disconnect()
  expect(lost).toEqual([])
  // Escape goes back one step: out of the edit, and then out of the chat.
  await userEvent.keyboard('{Escape}')
  await expect.element(change).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /^Open assistant/ })).toHaveFocus()
})

it('a card that is taller than the view has room above it for its focus ring', async () => {
  const parameters = jsonSchema<Record<string, unknown>>({ type: 'object' })
  const pay = tool('pay', () => 'paid', { approval: true, parameters })
  const args = Object.fromEntries(Array.from({ length: 40 }, (_, nth) => [`part_${nth}`, nth]))
  await renderCopilot([calls(call('pay', args)), 'Paid.'], {}, { tools: [pay] })
  await say('Pay')
  const card = page.getByRole('group', { name: 'Allow “Pay”?' })
  await expect.element(card).toHaveFocus()
  const room = (): number =>
    card.element().getBoundingClientRect().top -
    page.getByRole('region', { name: 'Conversation' }).element().getBoundingClientRect().top
  await expect.poll(room).toBeGreaterThanOrEqual(4)
  expect(room()).toBeLessThan(12)
})

it('a card leaves the view to who has scrolled away, though the focus is in the empty field', async () => {
  const { agent } = await renderCopilot([`Long.\n\n${'Line.\n\n'.repeat(80)}`])
  await say('Hi')
  await expect.element(page.getByText('Long.')).toBeInTheDocument()
  await expect.element(field()).toHaveFocus()
  const region = page.getByRole('region', { name: 'Conversation' }).element()
  await expect.poll(() => region.scrollTop).toBeGreaterThan(500)
  region.scrollTop = 100
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  openRequest(agent)
  await expect.element(page.getByRole('button', { name: 'Needs your decision' })).toBeVisible()
  expect(region.scrollTop).toBe(100)
  await expect.element(field()).toHaveFocus()
})

it('a card that is taller than the view keeps the focus when it is mounted once more', async () => {
  const { agent, screen } = await renderCopilot([])
  await screen.rerender(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Copilot key="strict" defaultOpen />
      </AgentProvider>
    </StrictMode>,
  )
  await field().click()
  openRequest(agent, { args: { text: 'Line\n'.repeat(15), more: 'Line\n'.repeat(15), to: 'Ada' } })
  const card = page.getByRole('group', { name: 'Allow “Send money”?' })
  await expect.element(card).toHaveFocus()
})
