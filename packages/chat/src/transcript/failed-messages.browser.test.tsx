import { ModelError } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const failing = (): never => {
  throw new ModelError('Unreachable.', { kind: 'network', isRetryable: true })
}
const message = (nth: number) => page.getByRole('article', { name: 'You' }).nth(nth)
const mark = page.getByText(/^No answer came\./)
const retry = page.getByRole('button', { name: 'Retry' })

describe('a message whose run failed', () => {
  it('stays marked when the next one is sent, and its Retry sends it again', async () => {
    const { model } = await renderCopilot([failing, 'Second.', 'First, at last.'])
    await say('One')
    await expect.element(retry).toBeVisible()
    // The card of the error says so, and nothing says it twice.
    expect(mark.query()).toBeNull()
    await say('Two')
    await expect.element(page.getByText('Second.')).toBeVisible()
    await expect.element(message(0)).toMatchTextContent(/One.*No answer came\./)
    expect(message(1).element().textContent).not.toContain('No answer came')
    expect(retry.elements()).toHaveLength(1)
    await retry.click()
    await expect.element(page.getByText('First, at last.')).toBeVisible()
    await expect.element(message(2)).toHaveTextContent('One')
    expect(JSON.stringify(model.requests[2]?.prompt.at(-1))).toContain('One')
    expect(mark.query()).toBeNull()
    await expect.element(field()).toHaveFocus()
  })

  it('is not marked once the Retry of the card brought an answer', async () => {
    await renderCopilot([failing, 'First.', 'Second.'])
    await say('One')
    await retry.click()
    await expect.element(page.getByText('First.')).toBeVisible()
    await say('Two')
    await expect.element(page.getByText('Second.')).toBeVisible()
    expect(mark.query()).toBeNull()
  })

  it('is marked, and not the note of an undo that came after it', async () => {
    const save = tool('save', (_, { undo }) => {
      undo(() => undefined)
      return 'Saved.'
    })
    const replies = [calls(call('save')), 'It is saved.', failing, 'Last.']
    const { agent } = await renderCopilot(replies, {}, { tools: [save] })
    await say('Save')
    await expect.element(page.getByText('It is saved.')).toBeVisible()
    await say('One')
    await expect.element(retry).toBeVisible()
    const [id = ''] = agent.getState().calls.keys()
    await agent.undo(id)
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'user', source: 'app' })
    await say('Two')
    await expect.element(page.getByText('Last.')).toBeVisible()
    await expect.element(message(1)).toMatchTextContent(/One.*No answer came\./)
    expect(mark.elements()).toHaveLength(1)
  })

  it('is sent again once, however often Retry is pressed while another answer comes', async () => {
    const { agent } = await renderCopilot([failing, { hang: true }])
    await say('One')
    await expect.element(retry).toBeVisible()
    await say('Two')
    await expect.element(mark).toBeVisible()
    ;(retry.element() as HTMLElement).click()
    await expect.poll(() => agent.getState().queue.length).toBe(1)
    expect(retry.query()).toBeNull()
    agent.cancel()
  })

  it('is marked each, if several fail', async () => {
    await renderCopilot([failing, failing, 'Third.'])
    await say('One')
    await expect.element(retry).toBeVisible()
    await say('Two')
    await expect.poll(() => retry.elements().length).toBe(2)
    await say('Three')
    await expect.element(page.getByText('Third.')).toBeVisible()
    expect(mark.elements()).toHaveLength(2)
  })
})
