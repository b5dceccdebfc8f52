import type { ToolOptions } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { seeAll } from '../../test/see-all.ts'

const parameters = z.object({
  days: z.number().int().min(1).max(30),
  code: z.string().regex(/^[A-Z]{2}$/),
  note: z
    .string()
    .min(1)
    .refine((text) => !text.includes('secret'), 'No secrets here.'),
})
const asked = { days: 3, code: 'AB', note: 'Hi' }

/** Renders the widget with a card whose arguments are being changed. */
async function editing(rest: Partial<ToolOptions<Record<string, unknown>, unknown>> = {}) {
  const ran: unknown[] = []
  const extend = tool('extend', (given) => void ran.push(given), {
    parameters,
    effect: 'destructive',
    ...rest,
  })
  const replies = [calls(call('extend', asked)), 'Done.']
  const rendered = await renderCopilot(replies, {}, { tools: [extend] })
  await say('Extend it')
  const card = page.getByRole('group', { name: /Extend/ }).first()
  await card.getByRole('button', { name: 'Change…' }).click()
  const field = (name: string) => card.getByRole('textbox', { name })
  await expect.element(field('Days')).toHaveFocus()
  const press = async (name = 'Allow with these changes'): Promise<void> => {
    await seeAll()
    await card.getByRole('button', { name }).click()
  }
  return { ...rendered, ran, card, field, press }
}

describe('a card whose arguments are changed', () => {
  it('R57 says beside each field what does not fit, and sends nothing until all of it does', async () => {
    const { agent, ran, field, press } = await editing()
    const [request] = agent.pending.list('approval')
    await field('Days').fill('31')
    await field('Note').fill('')
    await press()
    await expect.element(field('Days')).toHaveFocus()
    await expect
      .element(field('Days'))
      .toHaveAccessibleDescription(/Give a number of at least 1 and of at most 30\./)
    await expect.element(field('Note')).toHaveAccessibleDescription(/This is needed/)
    expect(agent.pending.list('approval')).toEqual([request])
    await field('Days').fill('30')
    await expect.element(field('Days')).toHaveAttribute('aria-invalid', 'false')
    await field('Code').fill('CD')
    await field('Note').fill('Ho')
    await press()
    await expect.poll(() => ran).toEqual([{ days: 30, code: 'CD', note: 'Ho' }])
  })

  it('R57 shows in the form what the tool itself refuses, and keeps what was typed', async () => {
    const { agent, ran, field, press } = await editing()
    await field('Note').fill('a secret')
    await press()
    await expect.element(field('Note')).toHaveAccessibleDescription(/No secrets here\./)
    await expect.element(field('Note')).toHaveValue('a secret')
    await expect.element(field('Note')).toHaveFocus()
    const [again] = agent.pending.list('approval')
    await press()
    expect(agent.pending.list('approval')).toEqual([again])
    expect(page.getByText(/not allowed/).query()).toBeNull()
    await field('Note').fill('a word')
    await expect.element(field('Note')).toHaveAttribute('aria-invalid', 'false')
    await press()
    await expect.poll(() => ran).toEqual([{ ...asked, note: 'a word' }])
  })

  it('R57 says what does not fit together in the words of the application', async () => {
    const together = parameters.refine(({ days, note }) => days < note.length + 9, 'Write more.')
    const { ran, card, field, press } = await editing({ parameters: together as never })
    await field('Note').fill('Long')
    await field('Days').fill('13')
    await press()
    await expect.element(card.getByRole('alert')).toHaveTextContent('Write more.')
    await field('Days').fill('2')
    await press()
    await expect.poll(() => ran).toEqual([{ ...asked, days: 2, note: 'Long' }])
  })

  it('R57 leaves the focus where a user is at work when code has changed the call', async () => {
    const { agent, field } = await editing()
    const elsewhere = document.createElement('input')
    document.body.append(elsewhere)
    onTestFinished(() => elsewhere.remove())
    elsewhere.focus()
    const [request] = agent.pending.list('approval')
    agent.pending.approve(request?.id ?? '', { args: { ...asked, days: 99 } })
    await expect.element(field('Days')).toHaveAttribute('aria-invalid', 'true')
    expect(document.activeElement).toBe(elsewhere)
  })

  it('R57 shows what a changed call would do, and runs it only after a press on that', async () => {
    const { ran, card, field, press } = await editing({
      title: ({ days }) => `Extend by ${String(days)} days?`,
      approval: { preview: ({ days }) => `Ends on day ${String(days)}` },
    })
    await field('Days').fill('9')
    await press()
    await expect.element(card.getByText('Ends on day 9')).toBeInViewport()
    await expect.element(page.getByText('Extend by 9 days?')).toBeInViewport()
    await expect.element(card.getByText(/This is with your changes/)).toBeVisible()
    expect(ran).toEqual([])
    await press('Allow once')
    await expect.poll(() => ran).toEqual([{ ...asked, days: 9 }])
  })
})
