import { createBudget } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

it('R80 tells that a run stopped at its limit, and “Continue” goes on with a fresh one', async () => {
  let looks = 0
  const { screen, model } = await renderCopilot(
    [...Array.from({ length: 5 }, () => calls(call('look'))), 'All seen.'],
    {},
    { tools: [tool('look', () => ++looks)], limits: { iterations: 3 } },
  )
  await say('Look around')
  const stopped = page.getByRole('group', { name: 'I stopped after 3 steps.' })
  await expect.element(stopped).toHaveAttribute('data-kind', 'limit')
  expect(stopped.element().textContent).not.toMatch(/budget|wrong|Error|Retry/i)
  await expect
    .element(screen.getByRole('dialog').getByRole('status'))
    .toMatchTextContent('I stopped after 3 steps.')
  await stopped.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('All seen.')).toBeVisible()
  expect(looks).toBe(5)
  expect(model.requests).toHaveLength(6)
  await expect.element(page.getByRole('button', { name: /^5 steps, / })).toBeVisible()
  expect(page.getByRole('article', { name: 'You' }).elements()).toHaveLength(1)
})

it('R80 does not offer to go on where a shared budget is used up', async () => {
  const { screen } = await renderCopilot(
    [calls(call('look')), calls(call('look')), 'All seen.'],
    {},
    {
      tools: [tool('look', () => 1, { run: { cost: { custom: { looks: 1 } } } })],
      limits: { custom: { looks: createBudget({ max: 1 }) } },
    },
  )
  await say('Look around')
  const stopped = page.getByRole('group', { name: 'The limit of this page is used up.' })
  await expect.element(stopped).toHaveAttribute('data-kind', 'limit')
  expect(stopped.getByRole('button').query()).toBeNull()
  await expect
    .element(screen.getByRole('dialog').getByRole('status'))
    .toMatchTextContent('The limit of this page is used up.')
})
