import { call, calls } from '@ambit/testing'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const refund = z.object({
  orderId: z.string(),
  amount: z.number().meta({ title: 'Amount to refund', unit: 'EUR' }),
  due: z.string().meta({ format: 'date' }).optional(),
  notify: z.boolean().optional(),
})

const args = { orderId: 'A-1', amount: 20, due: '2026-11-22', notify: true }

it('R80 asks in words for people: titles, money, dates, and what changes', async () => {
  document.documentElement.lang = 'en'
  const pay = tool('refund_order', () => 1, {
    parameters: refund as never,
    approval: {
      when: true,
      preview: () => ({
        before: { refunded: '€0.00', status: 'paid' },
        after: { refunded: '€20.00', status: 'paid' },
      }),
    },
  })
  await renderCopilot([calls(call('refund_order', args)), 'Done it.'], {}, { tools: [pay] })
  await say('Refund')
  const card = page.getByRole('group', { name: 'Allow “Refund order”?' })
  for (const said of ['Amount to refund', '€20.00', 'Order', 'Nov 22, 2026', 'Notify', 'Yes']) {
    await expect.element(card.getByText(said, { exact: true }).first()).toBeVisible()
  }
  expect(card.element().textContent).not.toMatch(/orderId|amount|2026-11-22|true/)
  // What the tool gets can still be read.
  await expect.element(card.getByTitle('2026-11-22')).toHaveTextContent('Nov 22, 2026')
  expect(card.element().querySelector('del')?.textContent).toBe('€0.00')
  expect(card.element().querySelector('ins')?.textContent).toBe('€20.00')
  await expect.element(card.getByText('becomes')).toBeInTheDocument()
  await card.getByRole('button', { name: 'Change…' }).click()
  await expect
    .element(card.getByRole('textbox', { name: 'Amount to refund (EUR)' }))
    .toHaveValue('20')
  await card.getByRole('button', { name: 'Deny' }).click()
  const shown = page.getByRole('group', { name: 'Refund order', exact: true })
  await expect.element(shown).toMatchTextContent('A-1 · €20.00 · Nov 22, 2026 · Notify')
})

it.each([
  ['destructive', /^It removes or replaces something/],
  ['egress', /^It sends something out/],
  ['write', /^$/],
] as const)('says what a call does, %s, though its tool asks by itself', async (effect, words) => {
  const pay = tool('pay', () => 1, { effect: () => effect, approval: true })
  const { agent } = await renderCopilot([calls(call('pay'))], {}, { tools: [pay] })
  await say('Pay')
  const card = page.getByRole('group', { name: 'Allow “Pay”?' })
  await expect.element(card).toBeVisible()
  expect(agent.pending.list('approval')).toMatchObject([{ cause: 'tool', effect }])
  const [reason] = (card.element().getAttribute('aria-describedby') ?? '').split(' ')
  expect(document.getElementById(reason ?? '')?.textContent).toMatch(words)
})

const amounts = z.object({
  amount: z.number().meta({ unit: 'EUR' }),
  due: z.string().meta({ format: 'date' }),
  to: z.string().meta({ oneOf: [{ const: 'b\u200Bank', title: 'The bank' }] }),
  by: z.string().meta({ oneOf: [{ const: 'post', title: 'The po\u2060st' }] }),
})

/** Shows the card in the language, and returns the text of each of its facts. */
async function factsIn(lang: string, given: Record<string, unknown>): Promise<string[]> {
  const { documentElement: root } = document
  root.lang = lang
  root.dir = 'rtl'
  onTestFinished(() => {
    root.lang = 'en'
    root.removeAttribute('dir')
  })
  const pay = tool('pay', () => 1, { parameters: amounts as never, approval: true })
  await renderCopilot([calls(call('pay', given))], {}, { tools: [pay] })
  await say('Pay')
  const card = page.getByRole('group', { name: 'Allow “Pay”?' })
  await expect.element(card.getByText('The bank')).toBeVisible()
  return [...card.element().querySelectorAll('dl > div')].map((fact) => fact.textContent)
}

it.each(['ar', 'he', 'fa'])(
  'tells of unseen characters of a value or title, not of marks that formatting adds in %s',
  async (lang) => {
    const given = { amount: -20, due: '2026-11-22', to: 'b\u200Bank', by: 'post' }
    const [amount, due, to, by] = await factsIn(lang, given)
    expect(amount).not.toContain('invisible')
    expect(due).not.toContain('invisible')
    expect(to).toContain('U+200B')
    expect(by).toContain('U+2060')
  },
)

it('begins each value at the start of the card, in both directions of text', async () => {
  const given = { amount: 20, due: 'soon', to: 'b\u200Bank', by: 'دفتر' }
  await factsIn('ar', given)
  for (const dd of document.querySelectorAll('.ambit-approval dd')) {
    const value = dd.querySelector('.ambit-value')
    const range = document.createRange()
    range.selectNodeContents(value ?? dd)
    expect(range.getBoundingClientRect().right).toBeCloseTo(dd.getBoundingClientRect().right, 0)
  }
})

it.each([
  ['approve', /^Allowed as first asked unless you answer by/],
  ['throw', /^Stopped unless you answer by/],
  [undefined, /^Denied unless you answer by/],
] as const)('R80 says what silence does: %s', async (onTimeout, words) => {
  const { agent } = await renderCopilot([])
  openRequest(agent, { onTimeout })
  await expect.element(page.getByText(words)).toBeVisible()
})

it('R57 says to who changes a call that silence allows it without their changes', async () => {
  const { agent } = await renderCopilot([])
  openRequest(agent, { onTimeout: 'approve' })
  await page.getByRole('button', { name: 'Change…' }).click()
  await expect
    .element(page.getByText(/^Allowed without your changes unless you answer by/))
    .toBeVisible()
})
