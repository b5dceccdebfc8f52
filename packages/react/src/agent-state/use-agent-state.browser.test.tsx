import { type Agent, createAgent, type ToolMessage, unavailable } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useReducer, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { create } from 'zustand'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgentState } from './use-agent-state.ts'

const schema = z.object({
  city: z.string().optional(),
  price: z.object({ from: z.number().min(0), to: z.number() }),
})
type Filters = z.infer<typeof schema>
const initial: Filters = { city: 'Rome', price: { from: 0, to: 90 } }
const description = 'The filters of the list.'

const provide = (agent: Agent, page: ReactElement) => (
  <StrictMode>
    <AgentProvider agent={agent}>{page}</AgentProvider>
  </StrictMode>
)

function agentWith(...replies: Reply[]) {
  const model = scriptedModel(replies)
  return { agent: createAgent({ model }), model }
}

const patch = (args: Record<string, unknown>) => calls(call('set_filters', args))

const answersOf = (agent: Agent): ToolMessage[] =>
  agent.history.messages.filter((message): message is ToolMessage => message.role === 'tool')

function Filtered({ isLocked = false }: { isLocked?: boolean }): ReactElement {
  const [filters, setFilters] = useAgentState('filters', {
    schema,
    initial,
    description,
    enabled: () => !isLocked || unavailable('The list is locked.'),
  })
  const set = (change: Partial<Filters>) => setFilters((before) => ({ ...before, ...change }))
  const { city, price } = filters
  return (
    <>
      <p>{`${city ?? 'anywhere'} ${price.from}–${price.to}`}</p>
      <button onClick={() => set({ city: 'Oslo' })}>Oslo</button>
      <button
        onClick={() => {
          set({ city: 'Bonn' })
          setFilters(({ price, ...rest }) => ({ ...rest, price: { ...price, to: price.to + 1 } }))
        }}
      >
        Twice
      </button>
    </>
  )
}

describe('useAgentState', () => {
  it('lets the model read the state, and change a part of it', async () => {
    const { agent, model } = agentWith(patch({ price: { to: 50 }, city: null }), 'Done')
    const screen = await render(provide(agent, <Filtered />))
    await agent.chat('Up to 50, anywhere')
    await expect.element(screen.getByText('anywhere 0–50')).toBeVisible()
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('Rome')
    // The next request has what is on the page.
    const next = JSON.stringify(model.requests[1]?.prompt)
    expect(next).toContain('\\"price\\":{\\"from\\":0,\\"to\\":50}')
    const told = model.requests[0]?.tools?.find(({ name }) => name === 'set_filters')
    expect(told).toMatchObject({ description: expect.stringContaining(description) })
    expect(JSON.stringify(told)).not.toContain('"required":["price"]')
  })

  it('is useState for the user', async () => {
    const { agent } = agentWith()
    const screen = await render(provide(agent, <Filtered />))
    await screen.getByRole('button', { name: 'Twice' }).click()
    await expect.element(screen.getByText('Bonn 0–91')).toBeVisible()
  })

  it('renders no more often than useState, and a render registers nothing', async () => {
    const count = async (useFilters: () => readonly [Filters, (next: Filters) => void]) => {
      const { agent } = agentWith()
      const renders = vi.fn()
      function Counted(): ReactElement {
        const [filters, setFilters] = useFilters()
        renders()
        return (
          <button onClick={() => setFilters({ ...filters, city: 'Oslo' })}>{filters.city}</button>
        )
      }
      const screen = await render(
        <AgentProvider agent={agent}>
          <Counted />
        </AgentProvider>,
      )
      const changes = vi.fn()
      agent.scopes.subscribe(changes)
      await screen.getByRole('button', { name: 'Rome' }).click()
      await expect.element(screen.getByRole('button', { name: 'Oslo' })).toBeVisible()
      expect(changes).not.toHaveBeenCalled()
      await screen.unmount()
      return renders.mock.calls.length
    }
    const withAgent = await count(() => useAgentState('filters', { schema, initial, description }))
    expect(withAgent).toBe(await count(() => useState(initial)))
    expect(withAgent).toBe(2)
  })

  it.each([
    [{ price: { from: -1 } }, 'price.from'],
    [{ price: { form: 1 } }, 'price.form: unknown'],
    [{ town: 'Oslo' }, 'town: unknown'],
    [{ city: 7 }, 'city'],
  ])('tells the model what is wrong with the patch %j, and leaves the state', async (args, why) => {
    const { agent } = agentWith(patch(args), 'Sorry')
    const screen = await render(provide(agent, <Filtered />))
    await agent.chat('Go')
    expect(answersOf(agent)).toMatchObject([{ status: 'invalid' }])
    expect(answersOf(agent)[0]?.content).toContain(why)
    await expect.element(screen.getByText('Rome 0–90')).toBeVisible()
  })

  it('tells why the state may not be changed, and lets it be read', async () => {
    const { agent, model } = agentWith(patch({ city: 'Oslo' }), 'No')
    const screen = await render(provide(agent, <Filtered isLocked />))
    await agent.chat('Go')
    expect(answersOf(agent)).toMatchObject([{ status: 'disabled' }])
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('The list is locked.')
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('Rome')
    await expect.element(screen.getByText('Rome 0–90')).toBeVisible()
  })

  it('undoes the change of the agent, and keeps what the user has changed since', async () => {
    const { agent } = agentWith(patch({ city: 'Paris', price: { to: 50 } }), 'Done')
    const screen = await render(provide(agent, <Filtered />))
    const { runId } = await agent.chat('Paris, up to 50')
    await screen.getByRole('button', { name: 'Oslo' }).click()
    const { failed } = await agent.undo(runId).result
    expect(failed.map(({ error }) => error.message)).toEqual([
      '“city” was changed since and stays as it is. The rest is put back.',
    ])
    await expect.element(screen.getByText('Oslo 0–90')).toBeVisible()
  })

  it('undoes the change whole if nobody changed it since', async () => {
    const { agent } = agentWith(patch({ city: null, price: { from: 5, to: 50 } }), 'Done')
    const screen = await render(provide(agent, <Filtered />))
    const { runId } = await agent.chat('Go')
    await expect.element(screen.getByText('anywhere 5–50')).toBeVisible()
    expect(await agent.undo(runId).result).toMatchObject({ failed: [], undone: [{}] })
    await expect.element(screen.getByText('Rome 0–90')).toBeVisible()
  })

  it('says that nothing is undone of a component that is gone', async () => {
    const { agent } = agentWith(patch({ city: 'Paris' }), 'Done')
    const screen = await render(provide(agent, <Filtered />))
    const { runId } = await agent.chat('Go')
    await screen.rerender(provide(agent, <p>Away</p>))
    const { failed } = await agent.undo(runId).result
    expect(failed).toMatchObject([{ error: { message: expect.stringContaining('no longer') } }])
  })

  it('keeps the change of a user that React has not committed yet', async () => {
    const { agent } = agentWith(patch({ price: { to: 50 } }), 'Done')
    let change: () => void = () => undefined
    function Quick(): ReactElement {
      const [filters, setFilters] = useAgentState('filters', {
        schema,
        initial,
        description,
        // Runs right before the handler, so the change is not committed when that runs.
        enabled: () => {
          change()
          return true
        },
      })
      change = () => setFilters((now) => (now.city === 'Oslo' ? now : { ...now, city: 'Oslo' }))
      return <p>{`${filters.city} ${filters.price.to}`}</p>
    }
    const screen = await render(provide(agent, <Quick />))
    await agent.chat('Go')
    await expect.element(screen.getByText('Oslo 50')).toBeVisible()
  })

  it('takes a state that is not an object whole', async () => {
    const guests = z.array(z.object({ id: z.string(), name: z.string() }))
    const { agent } = agentWith(
      calls(call('set_guests', { value: [{ id: 'b', name: 'Bo' }] })),
      calls(call('set_guests', { value: [{ id: 'b' }] })),
      'Done',
    )
    function Guests(): ReactElement {
      const [list] = useAgentState('guests', {
        schema: guests,
        initial: [{ id: 'a', name: 'Ada' }],
        description: 'The guests.',
      })
      return <p>{list.map(({ name }) => name).join()}</p>
    }
    const screen = await render(provide(agent, <Guests />))
    await agent.chat('Only Bo')
    await expect.element(screen.getByText('Bo')).toBeVisible()
    expect(answersOf(agent).map(({ status }) => status)).toEqual(['ok', 'invalid'])
  })

  it('takes one of several objects whole, as another one has other members', async () => {
    const shape = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('circle'), radius: z.number() }),
      z.strictObject({ kind: z.literal('box'), width: z.number() }),
    ])
    const { agent } = agentWith(
      calls(call('set_shape', { value: { kind: 'box', width: 3 } })),
      'Ok',
    )
    function Shape(): ReactElement {
      const [now] = useAgentState('shape', {
        schema: shape,
        initial: { kind: 'circle', radius: 1 },
        description: 'The shape.',
      })
      return <p>{JSON.stringify(now)}</p>
    }
    const screen = await render(provide(agent, <Shape />))
    await agent.chat('A box')
    await expect.element(screen.getByText('{"kind":"box","width":3}')).toBeVisible()
  })

  it('gives the name to the first of two components, and to the second when that leaves', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { agent } = agentWith(patch({ city: 'Paris' }), 'Done', patch({ city: 'Oslo' }), 'Done')
    const both = (isFirstThere: boolean) =>
      provide(
        agent,
        <>
          {isFirstThere && <Filtered key="first" />}
          <Filtered key="second" />
        </>,
      )
    const screen = await render(both(true))
    await agent.chat('Go')
    await expect.element(screen.getByText('Paris 0–90')).toBeVisible()
    await expect.element(screen.getByText('Rome 0–90')).toBeVisible()
    expect(String(error.mock.calls)).toContain('Scope "filters" is registered twice')
    await screen.rerender(both(false))
    await agent.chat('Go')
    await expect.element(screen.getByText('Oslo 0–90')).toBeVisible()
    error.mockRestore()
  })

  it.each([
    [
      'a reducer',
      () =>
        useAgentState('filters', {
          schema,
          description,
          state: useReducer((_: Filters, next: Filters) => next, initial),
        }),
    ],
    [
      'a store',
      () =>
        useAgentState('filters', {
          schema,
          description,
          state: [useBoard(({ filters }) => filters), (filters) => useBoard.setState({ filters })],
        }),
    ],
  ] as const)('works with a state that %s keeps', async (_, useFilters) => {
    const { agent } = agentWith(patch({ city: 'Paris' }), 'Done')
    function Kept(): ReactElement {
      const [{ city }] = useFilters()
      return <p>{city}</p>
    }
    const screen = await render(provide(agent, <Kept />))
    const { runId } = await agent.chat('Go')
    await expect.element(screen.getByText('Paris')).toBeVisible()
    await agent.undo(runId)
    await expect.element(screen.getByText('Rome')).toBeVisible()
  })

  it('fails the call if what keeps the state fails', async () => {
    const { agent } = agentWith(patch({ city: 'Paris' }), 'Sorry')
    function Kept(): ReactElement {
      const save = () => Promise.reject(new Error('The server is away.'))
      const [{ city }] = useAgentState('filters', { schema, description, state: [initial, save] })
      return <p>{city}</p>
    }
    await render(provide(agent, <Kept />))
    const { runId } = await agent.chat('Go')
    expect(answersOf(agent)).toMatchObject([{ status: 'error' }])
    expect(agent.calls.canUndo(runId)).toBe(false)
  })

  it('works without a provider, and with a schema that no tool could have', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    function Files(): ReactElement {
      const [files, setFiles] = useAgentState('files', {
        schema: z.array(z.instanceof(File)),
        initial: [],
        description: 'The files.',
      })
      return <button onClick={() => setFiles([new File([], 'a')])}>{files.length}</button>
    }
    const { agent } = agentWith()
    const screen = await render(
      <>
        <Filtered />
        {provide(agent, <Files />)}
      </>,
    )
    await screen.getByRole('button', { name: 'Oslo' }).click()
    await expect.element(screen.getByText('Oslo 0–90')).toBeVisible()
    await screen.getByRole('button', { name: '0' }).click()
    await expect.element(screen.getByRole('button', { name: '1' })).toBeVisible()
    expect(agent.scopes.leftOut).toMatchObject([{ what: 'tool "set_files"' }])
    error.mockRestore()
  })
})

const useBoard = create(() => ({ filters: initial }))
