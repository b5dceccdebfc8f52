import { createAgent } from '@ambit/core'
import { memory, type MemoryEntry, type MemoryStore } from '@ambit/core/memory'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useMemory } from './use-memory.ts'

function storeWith(...entries: MemoryEntry[]): MemoryStore {
  const rows = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    list: async () => [...rows.values()],
    put: async (entry) => rows.set(entry.id, entry),
    delete: async (id) => rows.delete(id),
  }
}

it('useMemory shows what is remembered by the agent, and what the user edits and deletes', async () => {
  const known = memory({ store: storeWith({ id: 'a', text: 'Is vegetarian', at: 1 }) })
  function View(): ReactElement {
    const { entries } = useMemory(known)
    return (
      <ul>
        {entries.map(({ id, text }) => (
          <li key={id}>
            <p>{text}</p>
            <button onClick={() => void known.edit(id, `${text}!`)} aria-label={`Edit ${text}`} />
            <button onClick={() => void known.delete(id)} aria-label={`Delete ${text}`} />
          </li>
        ))}
      </ul>
    )
  }
  const model = scriptedModel([calls(call('remember', { text: 'Likes tea' })), 'Noted.'])
  const agent = createAgent({ model, use: [known] })
  const screen = await render(
    <AgentProvider agent={agent}>
      <View />
    </AgentProvider>,
  )
  await expect.element(screen.getByText('Is vegetarian')).toBeVisible()
  expect(renderToString(<View />)).toBe('<ul></ul>')
  const run = agent.chat('Tea')
  await run
  await expect.element(screen.getByRole('listitem').nth(1)).toHaveTextContent('Likes tea')
  await screen.getByRole('button', { name: 'Delete Is vegetarian' }).click()
  await screen.getByRole('button', { name: 'Edit Likes tea' }).click()
  await expect.element(screen.getByText('Likes tea!')).toBeVisible()
  expect(screen.getByRole('listitem').all()).toHaveLength(1)
  const { failed } = await agent.undo(run.id)
  expect(failed).toHaveLength(1)
  await expect.element(screen.getByText('Likes tea!')).toBeVisible()
})
