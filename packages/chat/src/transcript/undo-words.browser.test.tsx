import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Root } from '../root.tsx'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const asked = [calls(call('add')), 'Added.', calls(call('undo_last')), 'Taken back.']

it('“undo that” in words undoes the last run, and its card says so', async () => {
  let count = 0
  const add = tool('add', (_, ctx) => {
    count++
    ctx.undo(() => void count--)
  })
  const { screen, model } = await renderCopilot(asked, {}, { tools: [add] })
  await say('Add one')
  await expect.element(screen.getByText('Added.')).toBeVisible()
  expect(JSON.stringify(model.requests[0])).not.toContain('undo_last')
  await say('Undo that')
  await expect.element(screen.getByText('Taken back.')).toBeVisible()
  expect(count).toBe(0)
  await expect
    .element(page.getByRole('group', { name: 'Add', exact: true }))
    .toHaveAttribute('data-state', 'undone')
  await expect.element(page.getByText('Undone: Add.')).toBeVisible()
  expect(document.querySelector('.ambit-chat')?.textContent).not.toMatch(/undo_last|call_1/)
})

it('works with a transcript of the app’s own', async () => {
  const add = tool('add', (_, ctx) => ctx.undo(() => undefined))
  const agent = createAgent({ model: scriptedModel([calls(call('add')), 'Added.']), tools: [add] })
  await render(
    <AgentProvider agent={agent}>
      <Root>
        <p>My own messages</p>
      </Root>
    </AgentProvider>,
  )
  await agent.chat('Add one')
  await expect.poll(() => agent.scopes.find('undo_last')).toBeDefined()
})

it('an app leaves the tool out', async () => {
  const add = tool('add', (_, ctx) => ctx.undo(() => undefined))
  const { screen, agent } = await renderCopilot(
    asked,
    { messages: { undoTool: false } },
    { tools: [add] },
  )
  await say('Add one')
  await expect.element(screen.getByText('Added.')).toBeVisible()
  expect(agent.scopes.find('undo_last')).toBeUndefined()
})

it('several calls that were undone in words are one note, without names of the code', async () => {
  const add = tool('add_row', (_, ctx) => ctx.undo(() => undefined), { title: 'Add a row' })
  const replies = [
    calls(call('add_row'), call('add_row'), call('add_row')),
    'Added.',
    calls(call('undo_last', { which: 'last_run' })),
    'Taken back.',
  ]
  const { screen } = await renderCopilot(replies, {}, { tools: [add] })
  await say('Add three')
  await expect.element(screen.getByText('Added.')).toBeVisible()
  await say('Undo that')
  await expect.element(screen.getByText('Taken back.')).toBeVisible()
  await expect.element(page.getByText('Undone: 3 steps.')).toBeVisible()
  expect(page.getByText(/^Undone: /).elements()).toHaveLength(1)
  const card = page.getByRole('group', { name: 'Undo', exact: true })
  await expect.element(card).toMatchTextContent('All of the last request')
  expect(document.querySelector('.ambit-chat')?.textContent).not.toMatch(/undo_|add_|last_|call_/)
})
