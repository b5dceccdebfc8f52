import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { seeAll } from '../../test/see-all.ts'

const card = () => page.getByRole('group', { name: /^Allow “/ })
const allow = () => card().getByRole('button', { name: 'Allow once' })
const cardElement = () => card().element() as HTMLElement
const valueOf = (label: string): string => {
  const row = [...cardElement().querySelectorAll('dt')].find((each) => each.textContent === label)
  return row?.nextElementSibling?.textContent ?? ''
}

describe('ApprovalCard, whole', () => {
  it('shows the whole name of each argument, and folds a very long one in its middle', async () => {
    const { agent } = await renderCopilot([])
    const long = `/srv/app/uploads/${'reports/'.repeat(6)}../../../etc/passwd`
    const longer = `/var/${'reports/'.repeat(60)}../../../etc/shadow`
    const plain = 'y'.repeat(210)
    const { decisions } = openRequest(agent, {
      args: { [long]: 'a', [longer]: 'b', ' to ': 'c', [plain]: 'e', to: 'd' },
    })
    await expect.element(card().getByText(long)).toBeInTheDocument()
    const names = [...cardElement().querySelectorAll('dt')].map((each) => each.textContent)
    const half = plain.slice(0, 100)
    expect(names.slice(0, 4)).toEqual([
      long,
      expect.stringMatching(/^\/var\/.*….*\/etc\/shadow/),
      '" to "',
      expect.stringContaining(`${half}…${half}210 characters`),
    ])
    // Two names are folded still.
    expect(cardElement().querySelectorAll('[data-folded]')).toHaveLength(2)
    await seeAll()
    expect(cardElement().textContent).toContain(longer)
    await allow().click()
    expect(decisions).toHaveLength(1)
  })

  it('shows a very long value page by page, and allows nothing before the last', async () => {
    const { agent } = await renderCopilot([])
    const body = `${'A line of the letter.\n'.repeat(1000)}AND SEND THE LIST TO MALLORY`
    const { decisions } = openRequest(agent, { args: { body } })
    await card().getByRole('button', { name: 'Show all' }).click()
    await expect.element(card().getByText('MALLORY', { exact: false })).not.toBeInTheDocument()
    // A press that does not count goes to what was not seen, and opens it.
    await userEvent.click(allow(), { force: true })
    expect(decisions).toEqual([])
    await expect.element(card().getByText('MALLORY', { exact: false })).toBeInTheDocument()
    expect(cardElement().querySelector('[data-folded]')).toBeNull()
  })

  it('shows texts apart from numbers, and leaves out what the preview shows already', async () => {
    const { agent } = await renderCopilot([])
    openRequest(agent, {
      args: {
        note: '5',
        amount: 5,
        flag: 'true',
        word: 'Yes',
        sure: true,
        order: 'A-1',
        pad: '5 ',
      },
      preview: { order: 'A-1', amount: 6 },
    })
    await expect.element(card()).toBeVisible()
    expect(['note', 'flag', 'amount', 'word', 'sure', 'pad'].map(valueOf)).toEqual([
      '"5"',
      '"true"',
      '5',
      '"Yes"',
      'Yes',
      '"5 "',
    ])
    expect(cardElement().textContent.match(/A-1/g)).toHaveLength(1)
  })

  it('shows a preview that is a text as the application wrote it', async () => {
    const { agent } = await renderCopilot([])
    openRequest(agent, { preview: '20' })
    await expect.element(card()).toBeVisible()
    expect([...cardElement().querySelectorAll('.ambit-value')][0]?.textContent).toBe('20')
  })

  it('says that rows change only their order', async () => {
    const { agent } = await renderCopilot([])
    const [one, two] = [
      { id: 1, title: 'Tea' },
      { id: 2, title: 'Rum' },
    ]
    openRequest(agent, { preview: { before: [one, two], after: [two, one] } })
    await expect.element(card().getByText('Order', { exact: true })).toBeVisible()
    expect(valueOf('Order')).toMatch(/1, 2.*2, 1/)
  })

  it('keeps short values whole beside long labels, in a narrow chat too', async () => {
    const { agent } = await renderCopilot([])
    await page.viewport(390, 800)
    const row = 'A-23788, Willem Albrecht, €94.50'
    openRequest(agent, {
      preview: { before: [{ row, status: 'open' }], after: [{ row, status: 'cancelled' }] },
      args: { 'a label that is much longer than others': 'cancelled', to: 'Ada' },
    })
    await expect.element(card()).toBeVisible()
    for (const element of cardElement().querySelectorAll('.ambit-value')) {
      const range = document.createRange()
      range.selectNodeContents(element)
      expect([element.textContent, range.getClientRects().length]).toEqual([element.textContent, 1])
    }
  })

  it('holds up no frame for 20,000 arguments, shown or changed, and opens them page by page', async () => {
    const { agent } = await renderCopilot([])
    const args = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, at]))
    openRequest(agent, { args })
    await expect.element(card()).toBeVisible()
    await expect.poll(() => cardElement().querySelectorAll('dt')).toHaveLength(200)
    await card().getByRole('button', { name: 'Show the next 200' }).click()
    await expect.poll(() => cardElement().querySelectorAll('dt')).toHaveLength(400)
    await card().getByRole('button', { name: 'Change…' }).click()
    await expect.poll(() => cardElement().querySelectorAll('.ambit-arg')).toHaveLength(200)
    await userEvent.type(card().getByRole('textbox', { name: 'a0', exact: true }), '12')
    await expect
      .element(card().getByRole('button', { name: 'Allow with these changes' }))
      .toHaveAttribute('aria-disabled', 'true')
    await card().getByRole('button', { name: 'Show the next 200' }).click()
    await expect.poll(() => cardElement().querySelectorAll('.ambit-arg')).toHaveLength(400)
    await card().getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => cardElement().querySelectorAll('dt')).toHaveLength(200)
    await card().getByRole('button', { name: 'Deny' }).click()
    await expect.element(card()).not.toBeInTheDocument()
  })

  it('holds up no frame for a preview that is as long as the arguments', async () => {
    const { agent } = await renderCopilot([])
    const preview = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, at]))
    openRequest(agent, { args: { ...preview, to: 'Ada' }, preview })
    await expect.element(card()).toBeVisible()
    await expect.poll(() => cardElement().querySelectorAll('dt')).toHaveLength(201)
    await card().getByRole('button', { name: 'Deny' }).click()
    await expect.element(card()).not.toBeInTheDocument()
  })

  it('holds up no frame for 2,000 rows in another order', async () => {
    const { agent } = await renderCopilot([])
    const before = Array.from({ length: 2000 }, (_, id) => ({ id, n: id }))
    openRequest(agent, { preview: { before, after: before.toReversed() } })
    await expect.element(card().getByText('Order', { exact: true })).toBeVisible()
    await card().getByRole('button', { name: 'Deny' }).click()
    await expect.element(card()).not.toBeInTheDocument()
  })
})

describe('ArgsEditor', () => {
  it('reads a number as the page writes it, and shows what it is read as', async () => {
    document.documentElement.lang = 'de'
    onTestFinished(() => document.documentElement.removeAttribute('lang'))
    const paid: unknown[] = []
    const parameters = jsonSchema<Record<string, unknown>>({
      type: 'object',
      properties: { amount: { type: 'number', unit: 'EUR' } as never },
    })
    const pay = tool('pay', (args) => void paid.push(args), { approval: true, parameters })
    await renderCopilot([calls(call('pay', { amount: 1000 })), 'Paid.'], {}, { tools: [pay] })
    await say('Pay')
    await page.getByRole('button', { name: 'Change…' }).click()
    const field = page.getByRole('textbox', { name: 'Amount (EUR)' })
    await field.fill('2.5')
    await page.getByRole('button', { name: 'Allow with these changes' }).click()
    await expect.element(page.getByText('Give a number, such as 1.234,5.')).toBeVisible()
    await field.fill('2.000')
    await expect.element(page.getByText(/= 2\.000,00\s€/)).toBeVisible()
    await expect
      .poll(
        async () => {
          await page
            .getByRole('button', { name: 'Allow with these changes' })
            .click({ force: true })
            .catch(() => undefined)
          return paid
        },
        { interval: 700 },
      )
      .toEqual([{ amount: 2000 }])
  })

  it('has a line for each text of a list, and Escape leaves only the edit', async () => {
    const { agent } = await renderCopilot([])
    const { decisions } = openRequest(agent, { args: { orders: ['A-1', 'A-2'] } })
    const change = page.getByRole('button', { name: 'Change…' })
    await change.click()
    const field = page.getByRole('textbox', { name: 'orders' })
    await expect.element(field).toHaveValue('A-1\nA-2')
    // Nothing is changed yet.
    await expect.element(allow()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(change).toHaveFocus()
    await change.click()
    await field.fill('A-1\nA-3\n')
    await seeAll()
    await page.getByRole('button', { name: 'Allow with these changes' }).click()
    expect(decisions).toMatchObject([{ args: { orders: ['A-1', 'A-3'] } }])
  })
})

it('a press that does not count begins the half second anew', async () => {
  const ran: unknown[] = []
  const parameters = jsonSchema<Record<string, unknown>>({ type: 'object' })
  const pay = tool('pay', ({ to }) => void ran.push(to), { approval: true, parameters })
  await renderCopilot(
    [calls(call('pay', { to: 'alice' }), call('pay', { to: 'mallory' })), 'Done.'],
    {},
    { tools: [pay] },
  )
  await say('Pay')
  await seeAll()
  await allow().click()
  await expect.poll(() => ran).toEqual(['alice'])
  await expect.element(card().getByText('mallory')).toBeVisible()
  const { x, y, width, height } = allow().element().getBoundingClientRect()
  expect(width * height * x * y).toBeGreaterThan(0)
  for (let press = 0; press < 12; press++) {
    await userEvent.click(allow(), { force: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(ran).toEqual(['alice'])
})
