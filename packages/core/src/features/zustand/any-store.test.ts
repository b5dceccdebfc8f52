import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../../test/agent-under-test.ts'
import { type StoreLike, storeScope } from '../zustand/index.ts'

interface Board {
  readonly tasks: readonly { readonly id: string; readonly done: boolean }[]
  readonly note: string
}

const start: Board = { tasks: [{ id: '1', done: false }], note: '' }
const done: Board['tasks'] = [{ id: '1', done: true }]

/** Creates a store of a shape that is not that of zustand: `tell` calls its listeners. */
function createStore(tell: (listeners: Set<() => void>) => void) {
  let state = start
  const listeners = new Set<() => void>()
  const store: StoreLike<Board> = {
    getState: () => state,
    setState: (change) => {
      state = { ...state, ...change }
      tell(listeners)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

const tellLate = (listeners: Set<() => void>): void =>
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })

const finish = (store: StoreLike<Board>) => ({
  description: 'Finishes.',
  run: () => store.setState({ tasks: done }),
})

describe('storeScope on another store', () => {
  it.each<[string, (listeners: Set<() => void>) => void]>([
    ['late', tellLate],
    ['never', () => undefined],
  ])('takes back what a store tells %s', async (_, tell) => {
    const store = createStore(tell)
    const { agent } = agentUnderTest([], {
      scopes: [storeScope({ name: 'board', store, actions: { finish: finish(store) } })],
    })
    const run = agent.runTool('finish')
    await run
    store.setState({ note: 'mine' })
    expect(await agent.undo(run.id)).toMatchObject({ undone: [{ tool: 'finish' }], failed: [] })
    expect(store.getState()).toEqual({ ...start, note: 'mine' })
  })

  it('takes back what an action changed after it waited, in a store that tells late', async () => {
    const store = createStore(tellLate)
    const gate = Promise.withResolvers<void>()
    const run = async () => {
      await gate.promise
      store.setState({ tasks: done })
    }
    const write = { description: 'Writes.', run: () => store.setState({ note: 'agent' }) }
    const actions = { finish: { description: 'Finishes.', run }, write }
    const { agent } = agentUnderTest([], {
      scopes: [storeScope({ name: 'board', store, actions })],
    })
    const finishing = agent.runTool('finish')
    await expect.poll(() => finishing.events.length > 1).toBe(true)
    await agent.runTool('write')
    gate.resolve()
    await finishing
    expect(await agent.undo(finishing.id)).toMatchObject({ undone: [{ tool: 'finish' }] })
    expect(store.getState()).toEqual({ ...start, note: 'agent' })
  })

  it('tells the changes of two actions apart where each state is a copy', async () => {
    const store = createStore((listeners) => {
      for (const listener of listeners) listener()
    })
    const copies = { ...store, getState: () => structuredClone(store.getState()) }
    const gate = Promise.withResolvers<void>()
    const wait = async () => {
      store.setState({ tasks: done })
      await gate.promise
    }
    const write = async () => {
      await gate.promise
      store.setState({ note: 'agent' })
    }
    const actions = {
      finish: { description: 'Finishes.', run: wait },
      write: { description: 'Writes.', run: write },
    }
    const { agent } = agentUnderTest([], {
      scopes: [storeScope({ name: 'board', store: copies, actions })],
    })
    const runs = [agent.runTool('finish'), agent.runTool('write')] as const
    await expect.poll(() => runs.every(({ events }) => events.length > 1)).toBe(true)
    gate.resolve()
    await Promise.all(runs)
    const message = '“note” was changed since and stays as it is. The rest is put back.'
    expect(await agent.undo(runs[0].id)).toMatchObject({ failed: [{ error: { message } }] })
    expect(store.getState().tasks).toEqual(start.tasks)
  })

  it('refuses a stale call as such where each state is a copy', async () => {
    const store = createStore(tellLate)
    const copies = { ...store, getState: () => structuredClone(store.getState()) }
    const run = async () => {
      store.setState({ note: 'agent' })
      await Promise.resolve()
    }
    const replies = [
      () => {
        store.setState({ note: 'mine' })
        return calls(call('write'))
      },
      'I look again.',
    ]
    const { agent } = agentUnderTest(replies, {
      scopes: [
        storeScope({
          name: 'board',
          store: copies,
          actions: { write: { description: 'Writes.', run } },
        }),
      ],
    })
    const { messages } = await agent.chat('Write')
    expect(store.getState().note).toBe('mine')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'stale' })
  })

  it('refuses a store that cannot be set at once, unless nothing has to be undone', async () => {
    const { setState, ...store } = createStore(tellLate)
    const create = (undo?: boolean) =>
      storeScope({
        name: 'board',
        store: store as StoreLike<Board>,
        actions: {
          look: { description: 'Looks.', effect: 'read', run: (_, { note }) => note },
          finish: { description: 'Finishes.', undo, run: () => setState({ tasks: done }) },
        },
      })
    expect(() => create()).toThrow(
      '"finish" needs a store with `setState`, of an object, to be undone, or `undo: false`.',
    )
    const { agent } = agentUnderTest([], { scopes: [create(false)] })
    const run = agent.runTool('finish')
    await run
    expect(agent.calls.canUndo(run.id)).toBe(false)
  })

  it('tells in the console of a state that is changed in place', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const state = { tasks: [{ id: '1', done: false }] }
    const store = {
      getState: () => state,
      setState: (change: Partial<typeof state>) => void Object.assign(state, change),
      subscribe: () => () => undefined,
    }
    const actions = {
      finish: {
        description: 'Finishes.',
        run: () => void (state.tasks[0] = { id: '1', done: true }),
      },
      look: { description: 'Looks.', run: () => state.tasks.length },
    }
    const { agent } = agentUnderTest([], {
      scopes: [storeScope({ name: 'board', store, actions })],
    })
    const run = agent.runTool('finish')
    await run
    await agent.runTool('look')
    expect(agent.calls.canUndo(run.id)).toBe(false)
    expect(warn.mock.calls).toEqual([
      [
        '[ambit] "finish" changed the state in place, which nothing can undo. Let `getState` return a copy.',
      ],
    ])
  })
})
