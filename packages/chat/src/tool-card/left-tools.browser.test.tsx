import { jsonSchema, Scope } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { call, calls } from '@ambit/testing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openSteps } from '../../test/open-steps.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const parameters = jsonSchema<Record<string, unknown>>({
  type: 'object',
  properties: { all_of_it: { type: 'boolean', title: 'In full' } },
})

/** Creates a tool that waits for `end`, of a scope that leaves the page when `leave` is called. */
function createRefunds() {
  const ending = Promise.withResolvers<void>()
  const refund = tool(
    'refund_order',
    async (_, ctx) => {
      await ending.promise
      ctx.undo(() => undefined)
      return 'refunded'
    },
    { title: 'Give the money back', parameters },
  )
  const look = tool('look_up', () => 1, { title: 'Look it up', effect: 'read' })
  return { scope: new Scope({ name: 'refunds', tools: [look, refund] }), end: ending.resolve }
}

const said = (): string => document.body.textContent

it('tells the title of a tool that has left the page: on cards, lines, and when undone', async () => {
  const { scope, end } = createRefunds()
  const gate = Promise.withResolvers<void>()
  const { screen, agent } = await renderCopilot(
    [
      calls(call('look_up'), call('refund_order', { all_of_it: true })),
      { gate: gate.promise, text: 'It is done.' },
    ],
    {},
  )
  const leave = agent.scopes.register(scope)
  await say('Give it back')
  const status = screen.getByRole('dialog').getByRole('status')
  await expect.element(status).toMatchTextContent('Working: Give the money back')
  end()
  leave()
  const line = page.getByRole('button', { name: 'Step 2: Give the money back' })
  await expect.element(line).toBeVisible()
  gate.resolve()
  await expect.element(screen.getByText('It is done.')).toBeVisible()
  await openSteps()
  const card = page.getByRole('group', { name: 'Give the money back' })
  await expect.element(card).toMatchTextContent('In full')
  expect(said()).not.toMatch(/refund_order|Refund order|all_of_it/)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.element(page.getByText('Undone: Give the money back.')).toBeVisible()
  // The other step only reads.
  await expect.element(page.getByRole('button', { name: '2 steps, undone' })).toBeVisible()
})

it('after a reload without the tool tells its name in words, and its title once it is back', async () => {
  const storage = memoryStorage()
  const { scope, end } = createRefunds()
  end()
  const before = await renderCopilot(
    [calls(call('refund_order')), 'It is done.'],
    {},
    { storage, scopes: [scope] },
  )
  await say('Give it back')
  await expect.element(before.screen.getByText('It is done.')).toBeVisible()
  await before.screen.unmount()
  before.agent.sessions.close()
  const { agent } = await renderCopilot([], {}, { storage })
  await expect.element(page.getByRole('group', { name: 'Refund order' })).toBeVisible()
  agent.scopes.register(createRefunds().scope)
  await expect.element(page.getByRole('group', { name: 'Give the money back' })).toBeVisible()
  expect(said()).not.toContain('refund_order')
})
