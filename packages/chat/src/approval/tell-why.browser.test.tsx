import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

type Replies = Parameters<typeof renderCopilot>[0]

const parameters = jsonSchema<Record<string, unknown>>({ type: 'object' })

const why = page.getByRole('textbox', { name: 'Tell it why' })
const deny = page.getByRole('button', { name: 'Deny' })

/** Renders a card that waits, for a call that the replies ask for. */
async function withCard(replies: Replies) {
  const ran: unknown[] = []
  const run = (args: unknown): unknown => ran.push(args)
  const tools = [
    tool('pay', run, { title: 'Send money', parameters, approval: true }),
    tool('look', run, { effect: 'read' }),
  ]
  const rendered = await renderCopilot(replies, {}, { tools })
  await say('Pay')
  await expect.element(deny).toBeVisible()
  return { ...rendered, ran }
}

const texts = (request: unknown): string => JSON.stringify(request)

describe('Deny', () => {
  it('R56 denies with one press, and the focus goes to the field for the next message', async () => {
    const { ran, model } = await withCard([calls(call('pay')), 'I see.'])
    await deny.click()
    await expect.element(page.getByText('I see.')).toBeVisible()
    expect(ran).toEqual([])
    expect(texts(model.requests[1])).toContain('the user said no')
    await expect.element(page.getByRole('group', { name: /^Allow/ })).not.toBeInTheDocument()
    await expect.element(field()).toHaveFocus()
  })

  it('denies by one key, in the form of Change… too', async () => {
    const { ran } = await withCard([calls(call('pay', { to: 'Ada' })), 'I see.'])
    await page.getByRole('button', { name: 'Change…' }).click()
    await expect.element(page.getByRole('textbox', { name: 'to' })).toHaveFocus()
    ;(deny.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('I see.')).toBeVisible()
    expect(ran).toEqual([])
  })

  it('R56 offers to tell why, and sends that as a message of the user', async () => {
    const { model } = await withCard([calls(call('pay')), 'I see.', 'Less, then?'])
    expect(why.query()).toBeNull()
    await deny.click()
    await expect.element(page.getByText('I see.')).toBeVisible()
    await why.fill('Too much')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Less, then?')).toBeVisible()
    const last = model.requests[2]?.prompt.findLast(({ role }) => role === 'user')
    expect(texts(last)).toContain('Too much')
    await expect
      .element(page.getByRole('article', { name: 'You' }).last())
      .toHaveTextContent('Too much')
    await expect.element(why).not.toBeInTheDocument()
    await expect.element(field()).toHaveFocus()
  })

  it('gives the reason to the next step of a run that has gone on', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { model } = await withCard([
      calls(call('pay')),
      { gate, calls: [call('look')] },
      'Less, then?',
    ])
    await deny.click()
    await why.fill('Too much')
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await expect.element(why).not.toBeInTheDocument()
    open()
    await expect.element(page.getByText('Less, then?')).toBeVisible()
    expect(model.requests.length).toBe(3)
    expect(texts(model.requests[2])).toContain('Too much')
  })

  it('keeps words that were not sent, if the chat closes and if another message is sent', async () => {
    await withCard([calls(call('pay')), 'I see.', 'Yes.'])
    await deny.click()
    await expect.element(page.getByText('I see.')).toBeVisible()
    await why.fill('Too mu')
    await page.getByRole('button', { name: 'Close assistant' }).click()
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await expect.element(why).toHaveValue('Too mu')
    await say('And?')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await expect.element(why).toHaveValue('Too mu')
  })

  it('offers it once, in the card of the call that was denied last, until the next message', async () => {
    await withCard([calls(call('look')), calls(call('pay'), call('pay')), 'I see.', 'Yes.'])
    await deny.click()
    await expect.poll(() => deny.elements().length).toBe(1)
    await deny.click()
    await expect.element(page.getByText('I see.')).toBeVisible()
    expect(why.elements().length).toBe(1)
    // The steps are folded, and the card that the field is for is not.
    await expect.element(page.getByRole('group', { name: 'Send money' })).toBeVisible()
    await say('And?')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    expect(why.query()).toBeNull()
  })

  it.each([320, 390])(
    'has room for its words at %i px, in letters that a phone does not enlarge',
    async (width) => {
      await withCard([calls(call('pay')), 'I see.'])
      await page.viewport(width, 640)
      await deny.click()
      await expect.element(why).toBeVisible()
      const input = why.element() as HTMLInputElement
      expect(Number.parseFloat(getComputedStyle(input).fontSize)).toBeGreaterThanOrEqual(16)
      expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth)
      expect(input.clientWidth).toBeGreaterThan(120)
    },
  )
})
