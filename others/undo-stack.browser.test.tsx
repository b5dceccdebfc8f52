import { call, calls, scriptedModel } from '@ambit/testing'
import { createAgent, storeScope } from 'ambit'
import { AgentProvider } from 'ambit/react'
import { useUndoStack } from 'ambit/react/undo'
import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { temporal } from 'zundo'
import { create } from 'zustand'

interface Board {
  readonly cards: readonly { readonly id: string }[]
  readonly add: (id: string) => void
}

const undo = () => userEvent.keyboard('{Control>}z{/Control}')
const redo = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')

describe('useUndoStack with zundo', () => {
  it.each([100, 3])(
    'has one order for the user and the agent, with a limit of %i',
    async (limit) => {
      const useBoard = create<Board>()(
        temporal(
          (set) => ({
            cards: [],
            add: (id) => set(({ cards }) => ({ cards: [...cards, { id }] })),
          }),
          { limit, partialize: ({ cards }) => ({ cards }) },
        ),
      )
      const { temporal: past } = useBoard
      const histories = [
        {
          past: () => past.getState().pastStates,
          subscribe: past.subscribe,
          undo: () => past.getState().undo(),
          redo: () => past.getState().redo(),
        },
      ]
      const scope = storeScope({
        name: 'board',
        store: useBoard,
        actions: {
          add_card: {
            description: 'Adds a card.',
            parameters: z.object({ id: z.string() }),
            run: ({ id }, { add }) => add(id),
          },
        },
      })
      const model = scriptedModel([calls(call('add_card', { id: 'X' })), 'Done'])
      const agent = createAgent({ model, scopes: [scope] })
      function Page() {
        const { cards, add } = useBoard()
        useUndoStack(histories)
        return (
          <>
            <p>{cards.map(({ id }) => id).join('')}</p>
            <button onClick={() => add('a')}>Add a</button>
            <button onClick={() => add('b')}>Add b</button>
          </>
        )
      }
      const { container } = await render(
        <StrictMode>
          <AgentProvider agent={agent}>
            <Page />
          </AgentProvider>
        </StrictMode>,
      )
      const shows = async (cards: string): Promise<void> => {
        await expect.poll(() => container.querySelector('p')?.textContent).toBe(cards)
      }
      const add = (id: string) => page.getByRole('button', { name: `Add ${id}` }).click()
      await add('a')
      await agent.chat('Add one')
      await add('b')
      await shows('aXb')
      await undo()
      await shows('aX')
      await redo()
      await shows('aXb')
      await undo()
      await undo()
      await shows('a')
      expect([...agent.calls.getState().values()]).toMatchObject([{ undo: { status: 'undone' } }])
      await undo()
      await shows('')
      await redo()
      await shows('a')
    },
  )
})
