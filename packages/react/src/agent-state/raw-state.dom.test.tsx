import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { act, render } from '@testing-library/react'
import { type ReactElement, useTransition, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { AgentScope } from '../tools/use-scope.tsx'
import { useAgentState } from './use-agent-state.ts'

/** Renders a state, and runs calls of its tool, before which the user changes it. */
async function run<State extends object>(
  schema: z.ZodType<State>,
  initial: State,
  patch: object,
  user: (state: State) => State = (state) => state,
): Promise<{ state: () => State; set: (next: State) => void; agent: Agent; answer: ToolMessage }> {
  let shown: readonly [State, (next: (now: State) => State) => void]
  function Page(): null {
    shown = useAgentState<State>('board', { schema, description: 'It.', initial })
    return null
  }
  const asked = (): ReturnType<typeof calls> => {
    act(() => shown[1](user))
    return calls(call('set_board', patch as Record<string, never>))
  }
  const agent = createAgent({ model: scriptedModel([asked, 'done']) })
  render(
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>,
  )
  await act(() => agent.chat('go'))
  const answer = agent.history.messages.find(
    (message): message is ToolMessage => message.role === 'tool',
  )
  return {
    state: () => shown[0],
    set: (next) => act(() => shown[1](() => next)),
    agent,
    answer: answer as ToolMessage,
  }
}

describe('what the schema of a state drops or alters', () => {
  const schema = z.object({
    title: z.string().trim(),
    note: z.string().trim(),
    theme: z.string().default('light'),
    items: z.array(z.object({ id: z.string(), text: z.string().trim() })).optional(),
  })
  const initial = { title: 'A', note: ' a space ', secret: 'kept' } as never

  it('stays in members that the patch does not change', async () => {
    const { state, answer } = await run(schema, initial, { title: ' B ' })
    expect(answer.status).toBe('ok')
    expect(state()).toEqual({ title: 'B', note: ' a space ', secret: 'kept' })
  })

  it('stays in the things of a list', async () => {
    const items = [
      { id: '1', text: ' one', color: 'red' },
      { id: '2', text: 'two', color: 'blue' },
    ]
    const { state } = await run(schema, { ...(initial as object), items } as never, {
      items: [
        { id: '2', text: 'zwei' },
        { id: '1', text: 'one' },
      ],
    })
    expect(state().items).toEqual([
      { id: '2', text: 'zwei', color: 'blue' },
      { id: '1', text: ' one', color: 'red' },
    ])
  })

  it('stays where the user has just put it, though the kind of a union changes', async () => {
    const kinds = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('list'), size: z.number() }),
      z.object({ kind: z.literal('map'), zoom: z.number(), layer: z.string().optional() }),
    ])
    const { state, answer } = await run(
      z.object({ view: kinds }) as z.ZodType<{ view: object }>,
      { view: { kind: 'list', size: 1 } },
      { view: { kind: 'map', zoom: 3 } },
      ({ view }) => ({ view: { ...view, layer: 'mine' } }),
    )
    expect(answer.status).toBe('ok')
    expect(state()).toEqual({ view: { kind: 'map', zoom: 3, layer: 'mine' } })
  })
})

describe('a state that shows another thing since', () => {
  const schema = z.object({ id: z.number(), name: z.string(), note: z.string() })
  const first = { id: 1, name: 'Ann', note: '' }
  const second = { id: 2, name: 'Bob', note: '' }

  it('is not changed by a call that was about the one before', async () => {
    const { state, answer } = await run(schema, first, { note: 'paid' }, () => second)
    expect(answer.status).toBe('stale')
    expect(state()).toEqual(second)
  })

  it('is not changed by an undo either', async () => {
    const { state, set, agent, answer } = await run(schema, first, { note: 'paid' })
    set({ ...second, note: 'paid' })
    const undone = await act(() => agent.undo(answer.id))
    expect(state()).toEqual({ ...second, note: 'paid' })
    expect(String(undone.failed[0]?.error)).toContain('stays as it is')
  })
})

it('is not undone on the record that an AgentScope is for now', async () => {
  const schema = z.object({ done: z.boolean() })
  let record = 1
  let shown: readonly [{ done: boolean }, (next: { done: boolean }) => void] | undefined
  function Page(): null {
    shown = useAgentState('row', { schema, description: 'It.', initial: { done: false } })
    return null
  }
  const ask = calls(call('set_row', { done: true }))
  const agent = createAgent({ model: scriptedModel([ask, 'done']) })
  const page = (): ReactElement => (
    <AgentProvider agent={agent}>
      <AgentScope name="record" subject={() => record}>
        <Page />
      </AgentScope>
    </AgentProvider>
  )
  const { rerender } = render(page())
  await act(() => agent.chat('go'))
  expect(shown?.[0]).toEqual({ done: true })
  record = 2
  rerender(page())
  const { id } = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
  const undone = await act(() => agent.undo(id))
  expect(shown?.[0]).toEqual({ done: true })
  expect(undone.failed).toHaveLength(1)
})

describe('a card that both have moved', () => {
  const list = z.array(z.object({ id: z.string(), title: z.string() }))
  const schema = z.object({ todo: list, doing: list, done: list })
  const card = { id: 'c', title: 'Paint' }
  const none = { todo: [], doing: [], done: [] }

  it('is not there twice: the call is stale', async () => {
    const { state, answer } = await run(
      schema,
      { ...none, todo: [card] },
      { todo: [], done: [card] },
      () => ({ ...none, doing: [card] }),
    )
    expect(answer.status).toBe('stale')
    expect(answer.content).toContain('“Paint” changed')
    expect(state()).toEqual({ ...none, doing: [card] })
  })

  it('keeps what the schema drops and alters', async () => {
    const raw = { id: 'c', title: ' Paint', owner: 7 }
    const trimmed = z.array(z.object({ id: z.string(), title: z.string().trim() }))
    const { state } = await run(
      z.object({ todo: trimmed, doing: trimmed, done: trimmed }),
      { ...none, todo: [raw] } as never,
      { todo: [], done: [{ id: 'c', title: 'Paint' }] },
    )
    expect(state()).toEqual({ ...none, done: [raw] })
  })

  it('does not come back, if the user has deleted it', async () => {
    const move = { todo: [], done: [card] }
    const { state, answer } = await run(schema, { ...none, todo: [card] }, move, () => none)
    expect(answer.status).toBe('stale')
    expect(state()).toEqual(none)
    const {
      state: later,
      set,
      agent,
      answer: moved,
    } = await run(schema, { ...none, todo: [card] }, move)
    set(none)
    const undone = await act(() => agent.undo(moved.id))
    expect(later()).toEqual(none)
    expect(String(undone.failed[0]?.error)).toContain('stays as it is')
  })

  it('is told to stay, if the undo of what added it does not find it there', async () => {
    const { state, set, agent, answer } = await run(schema, none, { todo: [card] })
    set({ ...none, done: [card] })
    const undone = await act(() => agent.undo(answer.id))
    expect(state().done).toEqual([card])
    expect(String(undone.failed[0]?.error)).toContain(
      '“Paint” was changed since and stays as it is',
    )
  })
})

describe('an undo', () => {
  it('changes nothing if that would not fit the schema', async () => {
    const schema = z
      .object({ min: z.number(), max: z.number() })
      .refine(({ min, max }) => min <= max)
    const { state, set, agent, answer } = await run(schema, { min: 5, max: 9 }, { min: 1 })
    set({ min: 1, max: 3 })
    const undone = await act(() => agent.undo(answer.id))
    expect(state()).toEqual({ min: 1, max: 3 })
    expect(String(undone.failed[0]?.error)).toContain('stays as it is')
  })
})

describe('an edit that is not committed yet', () => {
  const schema = z.object({ title: z.string(), theme: z.string().optional() })

  it('makes a call stale that would change the same', async () => {
    let edit: () => void = () => undefined
    let title = ''
    function Page(): ReactElement {
      const [state, set] = useAgentState('board', {
        schema,
        description: 'It.',
        initial: { title: 'Old' },
      })
      const [, start] = useTransition()
      const [, poke] = useState(0)
      title = state.title
      edit = () => start(() => (set((now) => ({ ...now, title: 'Mine' })), poke(1)))
      return <p>{state.title}</p>
    }
    const agent = createAgent({
      model: scriptedModel([
        () => {
          edit()
          return calls(call('set_board', { title: 'Its' }))
        },
        'done',
      ]),
    })
    render(
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>,
    )
    await act(() => agent.chat('go'))
    expect(title).toBe('Mine')
    expect(agent.history.messages.find(({ role }) => role === 'tool')).toMatchObject({
      status: 'stale',
    })
  })
})
