import { call, calls } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { expect, it } from 'vitest'
import { ShoppingList } from './shopping-list'

/** Renders the list with an agent whose model plays a script. */
const render = (approve: boolean) =>
  renderWithAgent(<ShoppingList first={['Bread', 'Milk']} />, {
    replies: [
      calls(call('add_item', { name: 'Honey' }), call('remove_item', { name: 'Bread' })),
      'Done.',
    ],
    approve: () => approve,
  })

it('adds an item, and removes one when that is allowed', async () => {
  const { agent, container } = await render(true)
  await agent.chat('Put honey on the list, and take bread off it')
  expect(container.querySelector('ul')?.textContent).toBe('MilkHoney')
})

it('removes nothing that is not allowed', async () => {
  const { agent, container } = await render(false)
  await agent.chat('Put honey on the list, and take bread off it')
  expect(container.querySelector('ul')?.textContent).toBe('BreadMilkHoney')
})
