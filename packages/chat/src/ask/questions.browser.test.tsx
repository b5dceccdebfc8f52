import { jsonSchema, type ToolContext } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const asking = (ask: (ctx: ToolContext) => Promise<unknown>) => {
  const answers: unknown[] = []
  const book = tool('book', async (_, ctx) => {
    const answer = await ask(ctx)
    answers.push(answer)
    return answer
  })
  return { answers, tools: [book] }
}

const replies = [calls(call('book')), 'Booked.']

const trip = z.object({
  name: z.string().min(2, 'At least two letters'),
  seats: z.int().min(1).max(4),
  day: z.iso.date(),
  seatClass: z.enum(['economy', 'business']).describe('How you fly'),
  window: z.boolean(),
  email: z.email().optional(),
})

describe('Questions', () => {
  it('takes the answer to a question by keyboard alone, and gives the focus back', async () => {
    const { answers, tools } = asking((ctx) => ctx.ask('Where to?'))
    const { screen } = await renderCopilot(replies, {}, { tools })
    await say('Book')
    const form = screen.getByRole('form', { name: 'Where to?' })
    await expect.element(form.getByRole('textbox', { name: 'Answer' })).toHaveFocus()
    await expect.element(screen.getByText('Waiting for your answer')).toBeVisible()
    await userEvent.keyboard('Paris{Enter}')
    await expect.element(screen.getByText('Booked.')).toBeVisible()
    expect(answers).toEqual(['Paris'])
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  })

  it('15 shows an address as a link, which only the user opens', async () => {
    const url = 'https://pay.example/a?b=1'
    const link = { type: 'string', format: 'uri', const: url } as const
    const schema = jsonSchema({ type: 'object', properties: { link }, required: ['link'] })
    const { answers, tools } = asking((ctx) => ctx.ask({ message: 'Pay first', schema }))
    const { screen } = await renderCopilot(replies, {}, { tools })
    await say('Book')
    const form = screen.getByRole('form', { name: 'Pay first' })
    const anchor = form.getByRole('link', { name: url })
    await expect.element(anchor).toHaveAttribute('href', url)
    await expect.element(anchor).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await form.getByRole('button', { name: 'Answer' }).click()
    await expect.element(screen.getByText('Booked.')).toBeVisible()
    expect(answers).toEqual([{ link: url }])
  })

  it('makes a form of the schema, and says what is wrong at each field', async () => {
    const { answers, tools } = asking((ctx) => ctx.ask({ message: 'The trip', schema: trip }))
    const { screen } = await renderCopilot(replies, {}, { tools })
    await say('Book')
    const form = screen.getByRole('form', { name: 'The trip' })
    const name = form.getByRole('textbox', { name: 'Name', exact: true })
    await expect.element(name).toHaveFocus()
    await expect.element(name).toBeRequired()
    await userEvent.keyboard('A{Enter}')
    const seats = form.getByRole('spinbutton', { name: 'Seats' })
    await expect.element(seats).toHaveAccessibleDescription('Fill this in.')
    await expect.element(seats).toBeInvalid()
    await expect.element(seats).toHaveFocus()
    await seats.fill('9')
    await form.getByLabelText('Day').fill('2026-12-24')
    const seatClass = form.getByRole('combobox', { name: 'Seat class' })
    await expect.element(seatClass).toHaveAccessibleDescription(/How you fly/)
    await seatClass.selectOptions('business')
    await form.getByRole('checkbox', { name: 'Window' }).click()
    await form.getByRole('button', { name: 'Answer' }).click()
    await expect.element(name).toHaveAccessibleDescription('At least two letters')
    await expect.element(name).toHaveFocus()
    await expect.element(seats).toBeInvalid()
    await name.fill('Ada')
    await seats.fill('2')
    await form.getByRole('button', { name: 'Answer' }).click()
    await expect.element(screen.getByText('Booked.')).toBeVisible()
    expect(answers).toEqual([
      { name: 'Ada', seats: 2, day: '2026-12-24', seatClass: 'business', window: true },
    ])
  })

  it('lets the user decline', async () => {
    const { tools } = asking((ctx) => ctx.ask('Where to?'))
    const { screen, agent } = await renderCopilot([calls(call('book')), 'A pity.'], {}, { tools })
    await say('Book')
    await screen.getByRole('button', { name: 'Decline' }).click()
    await expect.element(screen.getByText('A pity.')).toBeVisible()
    expect(agent.history.messages[2]).toMatchObject({ status: 'error' })
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  })

  it('leaves the focus where something was begun', async () => {
    const gate = Promise.withResolvers<void>()
    const { tools } = asking(async (ctx) => {
      await gate.promise
      return ctx.ask('Where to?')
    })
    const { screen } = await renderCopilot(replies, {}, { tools })
    await say('Book')
    await userEvent.fill(field(), 'And by the way')
    gate.resolve()
    await expect.element(screen.getByRole('form', { name: 'Where to?' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  })

  it('goes when the run is stopped', async () => {
    const { tools } = asking((ctx) => ctx.ask('Where to?'))
    const { screen } = await renderCopilot(replies, {}, { tools })
    await say('Book')
    await expect.element(screen.getByRole('form', { name: 'Where to?' })).toBeVisible()
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(screen.getByRole('form', { name: 'Where to?' })).not.toBeInTheDocument()
    await expect
      .element(screen.getByRole('group', { name: 'Book' }))
      .toMatchTextContent('Interrupted')
  })
})
