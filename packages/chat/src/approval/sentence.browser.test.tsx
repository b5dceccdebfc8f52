import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { openRequest } from '../../test/open-request.ts'
import { loadStyles, renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { seeAll } from '../../test/see-all.ts'
import { Copilot } from '../copilot.tsx'

const sentence = 'Refund €5.00 of A-23803 to Sami Garcia?'
const card = () => page.getByRole('group', { name: sentence })

const refundOf = (refunded: unknown[]) =>
  tool('refund_order', (args) => void refunded.push(args), {
    parameters: z.object({ order: z.string(), cents: z.number(), note: z.string() }) as never,
    title: ({ order, cents }, preview) =>
      `Refund €${(Number(cents) / 100).toFixed(2)} of ${String(order)} to ${(preview as { after: { customer: string } }).after.customer}?`,
    approval: {
      when: true,
      preview: ({ order }) => ({
        before: { order, customer: 'Sami Garcia', refunded: 'nothing' },
        after: { order, customer: 'Sami Garcia', refunded: '€5.00' },
      }),
    },
  })

const asks = calls(call('refund_order', { order: 'A-23803', cents: 500, note: 'Broken' }))

describe('a title that is a sentence', () => {
  it('is the only question, with the change and the other arguments below it', async () => {
    const refunded: unknown[] = []
    const tools = [refundOf(refunded)]
    await renderCopilot([asks, 'Refunded.'], {}, { tools })
    await say('Refund it')
    await expect.element(card()).toBeVisible()
    const text = card().element().textContent
    expect(text.match(/A-23803/g)).toHaveLength(2)
    expect(text).toContain('NoteBroken')
    expect(text).not.toContain('Allow “')
    expect(page.getByRole('group', { name: 'Refund order' }).query()).toBeNull()
    const status = page.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent(/^Waiting for your answer: Refund €5\.00 of A-/)
    expect(status.element().getBoundingClientRect().height).toBeLessThan(2)
    await seeAll()
    await card().getByRole('button', { name: 'Allow once' }).click()
    await expect.element(page.getByText('Refunded.')).toBeVisible()
    expect(refunded).toEqual([{ order: 'A-23803', cents: 500, note: 'Broken' }])
    await expect.element(page.getByRole('group', { name: 'Refund order' })).toBeVisible()
  })

  it('gives way to the name of the tool while the arguments are changed', async () => {
    await renderCopilot([asks, 'Refunded.'], {}, { tools: [refundOf([])] })
    await say('Refund it')
    await card().getByRole('button', { name: 'Change…' }).click()
    await expect.element(page.getByRole('group', { name: 'Allow “Refund order”?' })).toBeVisible()
    await page.getByRole('button', { name: 'Deny' }).click()
  })

  it('names the characters in it that nobody sees, and is the name alone where it is too long', async () => {
    const { agent } = await renderCopilot([])
    const { close } = openRequest(agent, { sentence: 'Pay \u202Eeve\u202C?' })
    const hidden = page.getByRole('group', { name: 'Pay eve?' })
    await expect.element(hidden.getByText(/U\+202E/)).toBeVisible()
    close()
    openRequest(agent, { sentence: `Pay ${'a '.repeat(120)}?` })
    await expect.element(page.getByRole('group', { name: 'Allow “Send money”?' })).toBeVisible()
  })
})

it('R56 a panel that unmounts leaves what it asked, and shows it again', async () => {
  await loadStyles()
  const refunded: unknown[] = []
  const agent = createAgent({
    model: scriptedModel([asks, 'Refunded.']),
    tools: [refundOf(refunded)],
  })
  const drawer = (isOpen: boolean): ReactElement => (
    <AgentProvider agent={agent}>{isOpen && <Copilot form="inline" />}</AgentProvider>
  )
  const screen = await render(drawer(true))
  await say('Refund it')
  await expect.element(card()).toBeVisible()
  await screen.rerender(drawer(false))
  await expect.element(card()).not.toBeInTheDocument()
  await screen.rerender(drawer(true))
  await expect.element(card()).toBeVisible()
  await seeAll()
  await card().getByRole('button', { name: 'Allow once' }).click()
  await expect.poll(() => refunded).toHaveLength(1)
})
