import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

// The import of every chunk but the panel fails, as when the page is offline, or after a new
// deployment has replaced its files.
const gone = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('./parts-chunk.ts', gone)
vi.mock('../markdown/rich-markdown.tsx', gone)

const message = () => page.getByRole('alert')
const reload = () => page.getByRole('button', { name: 'Reload the page' })
const address = jsonSchema({ type: 'object', properties: { to: { type: 'string' } } })

describe('Copilot, with no chunk but the panel', () => {
  it('is read, with one message for all answers', async () => {
    await renderCopilot(['**One.**', '**Two.**'])
    await say('First')
    await expect.element(page.getByText('**One.**')).toBeVisible()
    await say('Second')
    await expect.element(page.getByText('**Two.**')).toBeVisible()
    await expect.element(reload()).toBeVisible()
    expect(message().elements()).toHaveLength(1)
  })

  it('W26 shows a call, which can be allowed as it is or denied', async () => {
    const ran: unknown[] = []
    const pay = tool('pay', (given) => void ran.push(given), {
      parameters: address,
      approval: true,
    })
    const replies = [calls(call('pay', { to: 'Ada' })), calls(call('pay', { to: 'Bob' })), 'Done.']
    const { model } = await renderCopilot(replies, {}, { tools: [pay] })
    await say('Pay')
    const card = page.getByRole('group', { name: 'Allow “Pay”?' })
    await card.getByRole('button', { name: 'Change…' }).click()
    await expect.element(card.getByText('The editor could not be loaded.')).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expect.poll(() => card.element().dataset['steadiness']).toBe('settling')
    await expect.element(card.getByText(/Something covers/)).not.toBeVisible()
    await card.getByRole('button', { name: 'Discard changes' }).click()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await expect.element(card.getByText('Bob')).toBeVisible()
    await card.getByRole('button', { name: 'Deny' }).click()
    await expect.element(page.getByText('Done.')).toBeVisible()
    expect(ran).toEqual([{ to: 'Ada' }])
    expect(JSON.stringify(model.requests[2])).toContain('the user said no')
  })

  it('takes the answer to a plain question, and lets a form be declined', async () => {
    const answers: unknown[] = []
    const book = tool('book', async (_, ctx) => {
      answers.push(await ctx.ask('Where to?'))
      return ctx.ask({ message: 'The address', schema: address })
    })
    const replies = [calls(call('book')), 'A pity.']
    const { model } = await renderCopilot(replies, {}, { tools: [book] })
    await say('Book')
    await expect.element(page.getByRole('textbox', { name: 'Answer' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Fill this in.')).toBeVisible()
    await userEvent.keyboard('Paris{Enter}')
    const form = page.getByRole('form', { name: 'The address' })
    await expect.element(form.getByRole('alert')).toMatchTextContent('could not be loaded')
    expect(answers).toEqual(['Paris'])
    await form.getByRole('button', { name: 'Decline' }).click()
    await expect.element(page.getByText('A pity.')).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(field()).toHaveFocus()
    expect(model.requests).toHaveLength(2)
  })

  it('W26 stops, changes what was said, and sends', async () => {
    await renderCopilot([{ text: 'Once', hang: true }, 'Twice.'])
    await say('Tell me')
    await expect.element(page.getByText('Once')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.element(page.getByText('Stopped before the end')).toBeVisible()
    await page.getByRole('button', { name: 'Edit message' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Edit message' })).toHaveFocus()
    await userEvent.keyboard('{Control>}{End}{/Control} more{Enter}')
    await expect.element(page.getByText('Tell me more')).toBeVisible()
    await expect.element(page.getByText('Twice.')).toBeVisible()
  })

  it('says so where files, dictation and the other views would be, and keeps the field', async () => {
    vi.stubGlobal('SpeechRecognition', class extends EventTarget {})
    await renderCopilot(['Yes.'], { composer: { attachments: true, dictation: true } })
    await userEvent.fill(field(), 'Look')
    await expect.element(message()).toMatchTextContent('could not be loaded')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.upload(input as HTMLInputElement, new File(['x'], 'a.txt'))
    await page.getByRole('button', { name: 'What it can do here' }).click()
    await expect.element(message().nth(1)).toBeVisible()
    await expect.element(field()).toHaveValue('Look')
    expect(message().elements()).toHaveLength(2)
    await userEvent.click(field())
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    vi.unstubAllGlobals()
  })
})
