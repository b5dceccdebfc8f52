import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { act, render } from '@testing-library/react'
import { type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgentState } from './use-agent-state.ts'

const schema = z.object({
  title: z.string().optional(),
  theme: z.string().optional(),
  items: z.array(z.object({ id: z.string(), text: z.string() })).optional(),
})
type Board = z.infer<typeof schema>
const options = { schema, description: 'The board.', effect: 'write' } as const

const one = { id: '1', text: 'one' }
const two = { id: '2', text: 'two' }
const mine = { id: 'mine', text: 'mine' }

type Shown = readonly [Board, (toNext: (board: Board) => Board) => void]

/** A page with a board, and what the user and the agent do on it. */
class Page {
  readonly agent: Agent
  board: Board = {}
  #set: (toNext: (board: Board) => Board) => void = () => undefined

  /** The user acts while the model answers. */
  constructor(initial: Board, user: (page: Page) => void, ...messages: ReturnType<typeof calls>[]) {
    const asked = (message: ReturnType<typeof calls>) => () => {
      act(() => user(this))
      return message
    }
    this.agent = createAgent({ model: scriptedModel([...messages.map(asked), 'done']) })
    const show = ([board, set]: Shown): null => {
      this.board = board
      this.#set = set
      return null
    }
    function Shown(): null {
      return show(useAgentState('board', { ...options, initial }))
    }
    render(
      <AgentProvider agent={this.agent}>
        <Shown />
      </AgentProvider>,
    )
  }

  edit(change: (board: Board) => Board): void {
    this.#set(change)
  }

  async run(): Promise<readonly string[]> {
    await act(() => this.agent.chat('go'))
    return statusesOf(this.agent)
  }
}

const statusesOf = (agent: Agent): string[] => answersOf(agent).map(({ status }) => status)

const answersOf = (agent: Agent): ToolMessage[] =>
  agent.history.messages.filter((message): message is ToolMessage => message.role === 'tool')

const set = (patch: Board) => calls(call('set_board', { ...patch }))
const add = (page: Page): void =>
  page.edit((board) => ({ ...board, items: [...(board.items ?? []), mine] }))

describe('a state that the user and the agent change at once', () => {
  it('keeps a thing that the user has added while the model answered', async () => {
    const page = new Page({ items: [one] }, add, set({ items: [one, two] }))
    expect(await page.run()).toEqual(['ok'])
    expect(page.board.items?.map(({ id }) => id).toSorted()).toEqual(['1', '2', 'mine'])
  })

  it('keeps what both have changed, in other members and other things', async () => {
    const user = (page: Page): void =>
      page.edit((board) => ({ ...board, title: 'Mine', items: [one, { ...two, text: 'mine' }] }))
    const page = new Page(
      { items: [one, two] },
      user,
      set({ items: [{ ...one, text: 'its' }, two], theme: 'dark' }),
    )
    expect(await page.run()).toEqual(['ok'])
    const items = [
      { ...one, text: 'its' },
      { ...two, text: 'mine' },
    ]
    expect(page.board).toEqual({ title: 'Mine', theme: 'dark', items })
  })

  it('is stale for what the user has changed, and changes nothing then', async () => {
    const user = (page: Page): void => page.edit((board) => ({ ...board, title: 'Mine' }))
    const page = new Page(
      { title: 'Old', theme: 'light' },
      user,
      set({ title: 'Its', theme: 'dark' }),
    )
    expect(await page.run()).toEqual(['stale'])
    expect(page.board).toEqual({ title: 'Mine', theme: 'light' })
    const told = answersOf(page.agent)[0]?.content
    expect(told).toContain('“title” changed after the page was shown to you')
    expect(told).not.toContain('put back')
  })

  it('is stale if what is asked for was shown, and the user has changed it', async () => {
    const user = (page: Page): void => page.edit((board) => ({ ...board, title: 'Mine' }))
    const page = new Page({ title: 'Old' }, user, set({ title: 'Old' }))
    expect(await page.run()).toEqual(['stale'])
    expect(page.board).toEqual({ title: 'Mine' })
  })

  it('takes the same change of both', async () => {
    const user = (page: Page): void => page.edit((board) => ({ ...board, title: 'Same' }))
    const page = new Page({ title: 'Old' }, user, set({ title: 'Same', theme: 'dark' }))
    expect(await page.run()).toEqual(['ok'])
    expect(page.board).toEqual({ title: 'Same', theme: 'dark' })
  })

  it('does the calls of one message on each other', async () => {
    const both = calls(
      call('set_board', { title: 'A' }, 'c1'),
      call('set_board', { title: 'B' }, 'c2'),
    )
    const page = new Page({ title: 'Old', items: [] }, add, both)
    expect(await page.run()).toEqual(['ok', 'ok'])
    expect(page.board).toEqual({ title: 'B', items: [mine] })
  })

  it('is changed again once the model was shown what the user has made of it', async () => {
    let isFirst = true
    const user = (page: Page): void => {
      if (isFirst) page.edit((board) => ({ ...board, title: 'Mine' }))
      isFirst = false
    }
    const page = new Page({ title: 'Old' }, user, set({ title: 'Its' }), set({ title: 'Its' }))
    expect(await page.run()).toEqual(['stale', 'ok'])
    expect(page.board.title).toBe('Its')
  })
})

describe('a state that a server keeps', () => {
  function Kept({
    data,
    save,
  }: {
    data: Board | undefined
    save: (next: Board) => unknown
  }): ReactElement {
    useAgentState('board', { ...options, state: [data as Board, save] })
    return <></>
  }

  it('is not changed before it is there', async () => {
    const agent = createAgent({ model: scriptedModel([set({ theme: 'dark' }), 'done']) })
    const save = vi.fn()
    render(
      <AgentProvider agent={agent}>
        <Kept data={undefined} save={save} />
      </AgentProvider>,
    )
    await act(() => agent.chat('go'))
    expect(statusesOf(agent)).toEqual(['disabled'])
    expect(answersOf(agent)[0]?.content).toContain('Not loaded')
    expect(save).not.toHaveBeenCalled()
  })

  it.each(['one message', 'two messages'])(
    'has two changes of %s, though the page is late',
    async (how) => {
      const [first, second] = [
        call('set_board', { title: 'A' }, 'c1'),
        call('set_board', { theme: 'B' }, 'c2'),
      ]
      const messages =
        how === 'one message' ? [calls(first, second)] : [calls(first), calls(second)]
      const agent = createAgent({ model: scriptedModel([...messages, 'done']) })
      const save = vi.fn(async () => undefined)
      render(
        <AgentProvider agent={agent}>
          <Kept data={{ title: 'Old', theme: 'Old' }} save={save} />
        </AgentProvider>,
      )
      await act(() => agent.chat('go'))
      expect(statusesOf(agent)).toEqual(['ok', 'ok'])
      expect(save).toHaveBeenLastCalledWith({ title: 'A', theme: 'B' })
    },
  )

  it('is what the page shows once that has changed, also back to what was there before', async () => {
    const agent = createAgent({
      model: scriptedModel([set({ title: 'A' }), 'done', set({ theme: 'B' }), 'done']),
    })
    const save = vi.fn(async () => undefined)
    const old = { title: 'Old', theme: 'Old' }
    const page = (data: Board): ReactElement => (
      <AgentProvider agent={agent}>
        <Kept data={data} save={save} />
      </AgentProvider>
    )
    const { rerender } = render(page(old))
    await act(() => agent.chat('go'))
    rerender(page({ title: 'A', theme: 'Old' }))
    // The user takes it back.
    rerender(page(old))
    await act(() => agent.chat('go'))
    expect(save).toHaveBeenLastCalledWith({ title: 'Old', theme: 'B' })
  })
})
