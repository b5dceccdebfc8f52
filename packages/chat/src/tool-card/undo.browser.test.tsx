import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openSteps } from '../../test/open-steps.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

/** Creates a list, and tools that add to it and remove from it. */
function createList() {
  const list: string[] = []
  const add = tool(
    'add',
    ({ title }, ctx) => {
      list.push(String(title))
      ctx.undo(() => void list.splice(list.indexOf(String(title)), 1))
    },
    { parameters: jsonSchema<Record<string, unknown>>({ type: 'object' }) },
  )
  const send = tool('send', (_, ctx) => ctx.undo(() => Promise.reject(new Error('It is gone.'))))
  return { list, tools: [add, send] }
}

const cards = (name: string) => page.getByRole('group', { name })

describe('a card that can be undone', () => {
  it('offers it, says that it is done, and keeps the focus', async () => {
    const { list, tools } = createList()
    const { agent, screen, model } = await renderCopilot(
      [calls(call('add', { title: 'tea' })), 'Added.', 'I see.'],
      {},
      { tools },
    )
    await say('Add tea')
    await expect.element(screen.getByText('Added.')).toBeVisible()
    const undo = cards('Add').getByRole('button', { name: 'Undo' })
    // What the user says is no act on the page, and an undo is one.
    expect(agent.scopes.acts).toBe(0)
    await undo.click()
    expect(agent.scopes.acts).toBeGreaterThan(0)
    await expect.element(cards('Add')).toMatchTextContent('Undone')
    expect(list).toEqual([])
    await expect.element(undo).not.toBeInTheDocument()
    expect(cards('Add').element().contains(document.activeElement)).toBe(true)
    await say('And now?')
    await expect.element(screen.getByText('I see.')).toBeVisible()
    expect(JSON.stringify(model.requests[2]?.prompt)).toContain('no longer in effect: add (call_1)')
  })

  it('says why it cannot be undone', async () => {
    const { tools } = createList()
    await renderCopilot([calls(call('send')), 'Sent.'], {}, { tools })
    await say('Send it')
    await cards('Send').getByRole('button', { name: 'Undo' }).click()
    await expect.element(cards('Send')).toMatchTextContent('Could not be undone: It is gone.')
    expect(cards('Send').getByRole('button', { name: 'Undo' }).query()).toBeNull()
  })

  it('has none before the call has ended, and none where nothing was registered', async () => {
    const gate = Promise.withResolvers<string>()
    const tools = [
      tool('slow', (_, ctx) => {
        ctx.undo(() => undefined)
        return gate.promise
      }),
      tool('look', () => 1),
    ]
    const { screen } = await renderCopilot(
      [calls(call('look'), call('slow')), 'Done now.'],
      {},
      { tools },
    )
    await say('Go')
    await openSteps()
    await expect.element(cards('Slow')).toMatchTextContent('Running')
    expect(screen.getByRole('button', { name: 'Undo' }).query()).toBeNull()
    gate.resolve('ok')
    await expect.element(cards('Slow').getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(cards('Look').getByRole('button', { name: 'Undo' }).query()).toBeNull()
  })
})

describe('a run of which more than one call can be undone', () => {
  it('offers to undo all on the line of its steps, once it has ended', async () => {
    const { list, tools } = createList()
    const gate = Promise.withResolvers<void>()
    const { screen } = await renderCopilot(
      [
        calls(call('add', { title: 'tea' })),
        calls(call('add', { title: 'milk' })),
        { gate: gate.promise, text: 'Added both.' },
      ],
      {},
      { tools },
    )
    await say('Add tea and milk')
    await openSteps()
    await expect.element(cards('Add').nth(1)).toMatchTextContent('Done')
    const all = screen.getByRole('button', { name: 'Undo all' })
    expect(all.query()).toBeNull()
    gate.resolve()
    await expect.element(all).toBeVisible()
    expect(all.elements()).toHaveLength(1)
    await all.click()
    for (const index of [0, 1]) {
      await expect.element(cards('Add').nth(index)).toMatchTextContent('Undone')
    }
    expect(list).toEqual([])
    await expect.element(all).not.toBeInTheDocument()
  })
})
