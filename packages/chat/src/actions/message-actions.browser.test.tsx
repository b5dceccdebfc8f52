import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const log = () => page.getByRole('log')

describe('MessageActions', () => {
  it('says something else in the place of a message, and shows what stood there before', async () => {
    const { model } = await renderCopilot(['Two lamps.', 'Three chairs.'])
    await say('Find lamps')
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    await button('Edit message').click()
    const edited = page.getByRole('textbox', { name: 'Edit message' })
    await expect.element(edited).toHaveFocus()
    await userEvent.fill(edited, 'Find chairs')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Three chairs.')).toBeVisible()
    await expect.element(page.getByText('Find lamps')).not.toBeInTheDocument()
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('lamps')
    await expect.element(page.getByText('2/2')).toBeVisible()
    await button('Previous version').click()
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    await expect.element(log().getByText('Find lamps')).toBeVisible()
    await expect.element(page.getByText('1/2')).toBeVisible()
  })

  it('gives an edit up with Escape, and the popup stays', async () => {
    await renderCopilot(['Two.'])
    await say('Find lamps')
    await button('Edit message').click()
    await userEvent.keyboard('x{Escape}')
    await expect.element(log().getByText('Find lamps')).toBeVisible()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expect.element(field()).toHaveFocus()
  })

  it('has a message answered again, beside the answer that is there', async () => {
    await renderCopilot(['First.', 'Second.'])
    await say('Go')
    await expect.element(page.getByText('First.')).toBeVisible()
    await button('Answer again').click()
    await expect.element(page.getByText('Second.')).toBeVisible()
    await expect.element(page.getByText('2/2')).toBeVisible()
    await expect.element(page.getByText('First.')).not.toBeInTheDocument()
  })

  it('has its buttons where an answer ends, not at each message on the way', async () => {
    const tools = [tool('look', () => 1)]
    const replies = [{ text: 'Let me look.', calls: [call('look')] }, 'Two lamps.']
    await renderCopilot(replies, {}, { tools })
    await say('Find lamps')
    await expect.element(button('Answer again')).toBeVisible()
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    expect(button('Answer again').all()).toHaveLength(1)
    expect(button('Copy').all()).toHaveLength(2)
  })

  it('leads back from an answer that has no text of its own', async () => {
    const tools = [tool('look', () => 1)]
    await renderCopilot(['No idea.', calls(call('look')), 'Two lamps.'], {}, { tools })
    await say('Find lamps')
    await button('Answer again').click()
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    await button('Previous version').click()
    await expect.element(page.getByText('No idea.')).toBeVisible()
  })

  const stock = (stops = false) => {
    let pieces = 32
    const add = tool(
      'add_stock',
      ({ count }: Record<string, unknown>, ctx) => {
        pieces += Number(count)
        ctx.undo(() => (pieces -= Number(count)))
        if (stops) ctx.run.stop()
        return pieces
      },
      { title: 'Add stock', parameters: z.object({ count: z.number() }) },
    )
    return { tools: [add], read: () => pieces }
  }

  it('says what a message has done before it is edited, and undoes that first', async () => {
    const { tools, read } = stock()
    const replies = [calls(call('add_stock', { count: 20 })), 'Done.', 'Now ten.']
    const { model } = await renderCopilot(replies, {}, { tools })
    await say('Add 20')
    await expect.element(page.getByText('Done.', { exact: true })).toBeVisible()
    await button('Edit message').click()
    const edited = page.getByRole('textbox', { name: 'Edit message' })
    const told = page.getByText('Already done, or at least begun: Add stock.')
    await expect.element(told).toBeVisible()
    await expect.element(edited).toHaveAccessibleDescription(/Add stock/)
    expect(read()).toBe(52)
    await button('Undo these first').click()
    await expect.element(told).not.toBeInTheDocument()
    expect(read()).toBe(32)
    await expect.element(edited).toHaveFocus()
    await userEvent.fill(edited, 'Add 10')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Now ten.')).toBeVisible()
    expect(JSON.stringify(model.requests[2]?.prompt)).not.toContain('Still in effect')
  })

  it('begins another version only once the undo has ended', async () => {
    const undo = Promise.withResolvers<void>()
    const add = tool(
      'add_stock',
      (_, ctx) => {
        ctx.undo(() => undo.promise)
        ctx.run.stop()
      },
      { title: 'Add stock' },
    )
    const replies = [calls(call('add_stock')), 'Now ten.']
    const { model } = await renderCopilot(replies, {}, { tools: [add] })
    await say('Add 20')
    await expect.element(button('Undo')).toBeVisible()
    await button('Edit message').click()
    await button('Undo these first').click()
    await userEvent.fill(page.getByRole('textbox', { name: 'Edit message' }), 'Add 10')
    await userEvent.keyboard('{Enter}{Enter}')
    const sendEdit = log().getByRole('button', { name: 'Send' })
    await expect.element(sendEdit).toHaveAttribute('aria-disabled', 'true')
    expect(model.requests).toHaveLength(1)
    undo.resolve()
    await expect.element(page.getByText('Now ten.')).toBeVisible()
    expect(model.requests).toHaveLength(2)
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('Still in effect')
  })

  it('tells the model and the user what an edit leaves in effect', async () => {
    const { tools } = stock()
    const replies = [calls(call('add_stock', { count: 20 })), 'Done.', 'Now ten.']
    const { model } = await renderCopilot(replies, {}, { tools })
    await say('Add 20')
    await expect.element(page.getByText('Done.', { exact: true })).toBeVisible()
    await button('Edit message').click()
    await userEvent.fill(page.getByRole('textbox', { name: 'Edit message' }), 'Add 10')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Still in effect: Add stock.')).toBeVisible()
    await expect.element(page.getByText('Now ten.')).toBeVisible()
    expect(JSON.stringify(model.requests[2]?.prompt)).toContain('Still in effect')
  })

  it('asks before an answer is written again whose calls took effect', async () => {
    const { tools, read } = stock(true)
    const adding = (text: string) => ({ text, calls: [call('add_stock', { count: 20 })] })
    await renderCopilot([adding('I add them.'), adding('I add more.')], {}, { tools })
    await say('Add 20')
    await expect.element(button('Undo')).toBeVisible()
    await button('Answer again').click()
    const asked = page.getByRole('group', { name: 'Answer again' })
    await expect
      .element(asked.getByText('Already done, or at least begun: Add stock.'))
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(asked).not.toBeInTheDocument()
    expect(read()).toBe(52)
    await button('Answer again').click()
    await asked.getByRole('button', { name: 'Undo these first' }).click()
    await expect.poll(read).toBe(32)
    await asked.getByRole('button', { name: 'Answer again' }).click()
    await expect.element(page.getByText('I add more.')).toBeVisible()
    await expect.poll(read).toBe(52)
  })

  it('copies a message, and says so', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await renderCopilot(['**Two** lamps.'])
    await say('Go')
    await expect.element(page.getByText('lamps.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Copy' }).last().click()
    expect(writeText).toHaveBeenCalledWith('**Two** lamps.')
    await expect.element(page.getByText('Copied')).toBeInTheDocument()
  })

  it('asks what the user thinks only where the app wants to know', async () => {
    const onFeedback = vi.fn()
    const { agent } = await renderCopilot(['Yes.'], { messages: { onFeedback } })
    await say('Go')
    await button('Bad answer').click()
    await expect.element(button('Bad answer')).toHaveAttribute('aria-pressed', 'true')
    expect(onFeedback.mock.calls).toEqual([[{ message: agent.history.messages[1], value: 'bad' }]])
  })
})

describe('QueuedMessages', () => {
  it('takes a message back that waits', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { agent } = await renderCopilot([{ gate, text: 'First.' }, 'Third.'])
    for (const text of ['one', 'two', 'three']) await say(text)
    const waiting = page.getByRole('list', { name: 'Waiting for its turn' })
    await expect.element(waiting.getByText('two')).toBeVisible()
    await button('Do not send').first().click()
    await expect.element(waiting.getByText('two')).not.toBeInTheDocument()
    open()
    await expect.element(page.getByText('Third.')).toBeVisible()
    const said = agent.history.messages.map((message) => 'content' in message && message.content)
    expect(said).toEqual(['one', 'First.', 'three', 'Third.'])
  })

  it('shows a message that is nothing but files, too', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { agent } = await renderCopilot([{ gate, text: 'First.' }, 'Seen.'], {
      composer: { attachments: true },
    })
    await say('one')
    const picker = page.getByLabelText('Add files').elements()[1] as HTMLInputElement
    await userEvent.upload(picker, new File(['a'], 'plan.txt', { type: 'text/plain' }))
    await expect.element(page.getByRole('list', { name: 'Files to send' })).toBeVisible()
    await button('Send next').click()
    const waiting = page.getByRole('list', { name: 'Waiting for its turn' })
    await expect.element(waiting.getByText('plan.txt')).toBeVisible()
    open()
    await expect.element(page.getByText('Seen.')).toBeVisible()
    expect(agent.history.messages.at(-2)).toMatchObject({ content: [{ filename: 'plan.txt' }] })
  })
})
