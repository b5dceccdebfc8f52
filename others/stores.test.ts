import { createAgent, type Scope, type StoreLike, storeScope } from 'ambit'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { Store } from '@reduxjs/toolkit'
import type { createStore, PrimitiveAtom } from 'jotai'
import { makeAutoObservable, observable, reaction, runInAction, toJS } from 'mobx'
import { proxy, subscribe } from 'valtio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { importBlock } from './guide-code.ts'

// The stores are those of docs/guides/stores.md, as they stand there.

interface Task {
  id: string
  title: string
  done: boolean
}
interface Board {
  tasks: Task[]
}
const start = (): Task[] => [
  { id: '1', title: 'Milk', done: false },
  { id: '2', title: 'Bread', done: false },
]
const changed = (tasks: readonly Task[], id: string, change: Partial<Task>): Task[] =>
  tasks.map((task) => (task.id === id ? { ...task, ...change } : task))

/** One library: its store in the guide, and the application's own code on it. */
interface Kind {
  scope: Scope
  tasks(): readonly Task[]
  /** Renames a task, as the application does for the user. */
  rename(id: string, title: string): void
}

const scopeOf = <State>(
  store: StoreLike<State>,
  finish: (id: string) => void,
  tasksOf: (state: State) => readonly Task[],
): Scope =>
  storeScope({
    name: 'board',
    store,
    context: (state) => ({ tasks: tasksOf(state) }),
    actions: {
      finish_task: {
        description: 'Mark a task as done.',
        parameters: z.object({ id: z.string() }),
        run: ({ id }) => finish(id),
      },
    },
  })

const importRedux = () =>
  importBlock<{
    store: Store<{ board: Board }>
    actions: { changed(change: Partial<Task>): { type: string } }
    agentStore: StoreLike<{ board: Board }>
  }>('stores', 'redux.ts')

const kinds: Record<string, () => Promise<Kind>> = {
  async 'Redux Toolkit'() {
    const { store, actions, agentStore } = await importRedux()
    agentStore.setState({ board: { tasks: start() } })
    return {
      scope: scopeOf(
        agentStore,
        (id) => void store.dispatch(actions.changed({ id, done: true })),
        ({ board }) => board.tasks,
      ),
      tasks: () => store.getState().board.tasks,
      rename: (id, title) => void store.dispatch(actions.changed({ id, title })),
    }
  },
  async Jotai() {
    const { store, board, agentStore } = await importBlock<{
      store: ReturnType<typeof createStore>
      board: PrimitiveAtom<Board>
      agentStore: StoreLike<Board>
    }>('stores', 'jotai.ts')
    const change = (id: string, by: Partial<Task>): void =>
      store.set(board, ({ tasks }) => ({ tasks: changed(tasks, id, by) }))
    store.set(board, { tasks: start() })
    return {
      scope: scopeOf(
        agentStore,
        (id) => change(id, { done: true }),
        ({ tasks }) => tasks,
      ),
      tasks: () => store.get(board).tasks,
      rename: (id, title) => change(id, { title }),
    }
  },
  Valtio: () => importInPlace('valtio.ts', (change) => change()),
  MobX: () => importInPlace('mobx.ts', runInAction),
}

/** Imports a block whose `state` the application changes in place, inside of `act`. */
async function importInPlace(file: string, act: (change: () => void) => void): Promise<Kind> {
  const { state, agentStore } = await importBlock<{ state: Board; agentStore: StoreLike<Board> }>(
    'stores',
    file,
  )
  const change = (id: string, by: Partial<Task>): void =>
    act(() => void Object.assign(state.tasks.find((task) => task.id === id) ?? {}, by))
  act(() => void state.tasks.push(...start()))
  return {
    scope: scopeOf(
      agentStore,
      (id) => change(id, { done: true }),
      ({ tasks }) => tasks,
    ),
    tasks: () => state.tasks,
    rename: (id, title) => change(id, { title }),
  }
}

const finish = (id: string) => calls(call('finish_task', { id }))

describe.each(Object.entries(kinds))('a store of %s', (_, create) => {
  it('has its action as a tool, its state as context, and an undo beside the user', async () => {
    const { scope, tasks, rename } = await create()
    const model = scriptedModel([finish('1'), 'Done.'])
    const agent = createAgent({ model, scopes: [scope] })
    const { runId } = await agent.chat('Finish the milk')
    expect(tasks()).toMatchObject([{ done: true }, { done: false }])
    const [before, after] = model.requests.map(({ prompt }) => JSON.stringify(prompt))
    expect(before).not.toMatch(/done\W+true/)
    expect(after).toMatch(/done\W+true/)

    rename('2', 'Rye bread')
    expect(await agent.undo(runId)).toMatchObject({ undone: [{ tool: 'finish_task' }], failed: [] })
    expect(tasks()).toMatchObject([{ done: false }, { title: 'Rye bread', done: false }])

    // What was put back can be changed again.
    rename('1', 'Oat milk')
    expect(tasks()).toMatchObject([{ title: 'Oat milk' }, { title: 'Rye bread' }])
  })

  it('keeps what the user changed while the model answered', async () => {
    const { scope, tasks, rename } = await create()
    const model = scriptedModel([
      () => {
        rename('1', 'Oat milk')
        return finish('1')
      },
      'Done.',
    ])
    const agent = createAgent({ model, scopes: [scope] })
    const { runId } = await agent.chat('Finish the milk')
    expect(tasks()).toMatchObject([{ title: 'Oat milk', done: true }, {}])
    await agent.undo(runId)
    expect(tasks()).toMatchObject([{ title: 'Oat milk', done: false }, {}])
  })
})

describe('what the guide says of stores', () => {
  it('a Redux store as it is has no undo, and storeScope says so', async () => {
    const { store, actions, agentStore } = await importRedux()
    agentStore.setState({ board: { tasks: start() } })
    const create = (undo?: false, setState?: () => void): Scope =>
      storeScope({
        name: 'board',
        store: { ...store, setState } as StoreLike<{ board: Board }>,
        actions: {
          finish_task: {
            description: 'Mark a task as done.',
            undo,
            run: () => void store.dispatch(actions.changed({ id: '1', done: true })),
          },
        },
      })
    expect(() => create()).toThrow('The store of "finish_task" has no `setState`')
    const agent = createAgent({ model: scriptedModel([]), scopes: [create(false, () => {})] })
    const run = agent.runTool('finish_task')
    await run
    expect(store.getState().board.tasks).toMatchObject([{ done: true }, { done: false }])
    expect(agent.calls.canUndo(run.id)).toBe(false)
  })

  it('an undo makes plain objects of the instances of a class in MobX', async () => {
    class Item {
      id = '1'
      done = false
      constructor() {
        makeAutoObservable(this)
      }
    }
    const state = observable({ items: [new Item()] })
    const board = storeScope({
      name: 'board',
      store: {
        getState: () => toJS(state),
        setState: (change: Partial<typeof state>) =>
          runInAction(() => void Object.assign(state, change)),
        subscribe: (listener: () => void) => reaction(() => toJS(state), listener),
      },
      actions: {
        clear: { description: 'Clear.', run: () => runInAction(() => (state.items = [])) },
      },
    })
    const agent = createAgent({ model: scriptedModel([]), scopes: [board] })
    const run = agent.runTool('clear')
    await run
    await agent.undo(run.id)
    expect(state.items).toMatchObject([{ id: '1', done: false }])
    expect(state.items[0]).not.toBeInstanceOf(Item)
  })

  it('the console names an action that changed the state in place', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const state = proxy<Board>({ tasks: start() })
    const store = {
      getState: () => state,
      setState: (change: Partial<Board>) => void Object.assign(state, change),
      subscribe: (listener: () => void) => subscribe(state, listener),
    }
    const scope = scopeOf(
      store,
      () => void (state.tasks[0] = { id: '1', title: '', done: true }),
      ({ tasks }) => tasks,
    )
    const agent = createAgent({ model: scriptedModel([]), scopes: [scope] })
    const run = agent.runTool('finish_task', { id: '1' })
    await run
    expect(agent.calls.canUndo(run.id)).toBe(false)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\[ambit\] "finish_task" changed the state of its store in place/),
    )
  })
})
