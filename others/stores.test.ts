import { createAgent, type Scope, type StoreLike, storeScope } from 'ambit'
import { call, calls, scriptedModel } from '@ambit/testing'
import { combineReducers, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Reducer, Store } from '@reduxjs/toolkit'
import { atom, createStore, type WritableAtom } from 'jotai'
import { makeAutoObservable, observable, runInAction } from 'mobx'
import { proxy, subscribe } from 'valtio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { importBlock } from './guide-code.ts'

// What makes a store one for storeScope is the code of docs/guides/stores.md, as it stands there.

interface Task {
  id: string
  title: string
  done: boolean
}
interface Board {
  tasks: Task[]
}
const start = (): Board => ({
  tasks: [
    { id: '1', title: 'Milk', done: false },
    { id: '2', title: 'Bread', done: false },
  ],
})

const { undoable, reduxStore } = await importBlock<{
  undoable: <State>(root: Reducer<State>) => Reducer<State>
  reduxStore: <State>(store: Store<State>) => StoreLike<State>
}>('stores', 'redux.ts')
const { jotaiStore } = await importBlock<{
  jotaiStore: <State>(
    store: ReturnType<typeof createStore>,
    atom: WritableAtom<State, [NoInfer<State>], unknown>,
  ) => StoreLike<State>
}>('stores', 'jotai.ts')
type InPlace = <State extends object>(state: State) => StoreLike<State>
const { valtioStore } = await importBlock<{ valtioStore: InPlace }>('stores', 'valtio.ts')
const { mobxStore } = await importBlock<{ mobxStore: InPlace }>('stores', 'mobx.ts')

/** An application with one library. */
interface Application {
  readonly scope: Scope
  tasks(): readonly Task[]
  /** Renames a task, as the user does. */
  rename(id: string, title: string): void
}

type Change = (task: Partial<Task>) => void

const scopeOf = <State>(
  store: StoreLike<State>,
  change: Change,
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
        run: ({ id }) => change({ id, done: true }),
      },
    },
  })

const slice = createSlice({
  name: 'board',
  initialState: start(),
  reducers: {
    changed: ({ tasks }, { payload }: PayloadAction<Partial<Task>>) =>
      void Object.assign(tasks.find(({ id }) => id === payload.id) ?? {}, payload),
  },
})
const rootReducer = combineReducers({ board: slice.reducer })

const applications: Record<string, () => Application> = {
  'Redux Toolkit'() {
    const store = configureStore({ reducer: undoable(rootReducer) })
    const change: Change = (task) => void store.dispatch(slice.actions.changed(task))
    return {
      scope: scopeOf(reduxStore(store), change, ({ board }) => board.tasks),
      tasks: () => store.getState().board.tasks,
      rename: (id, title) => change({ id, title }),
    }
  },
  Jotai() {
    const store = createStore()
    const board = atom(start())
    const change: Change = (task) =>
      store.set(board, ({ tasks }) => ({
        tasks: tasks.map((each) => (each.id === task.id ? { ...each, ...task } : each)),
      }))
    return {
      scope: scopeOf(jotaiStore(store, board), change, ({ tasks }) => tasks),
      tasks: () => store.get(board).tasks,
      rename: (id, title) => change({ id, title }),
    }
  },
  Valtio: () => inPlace(proxy(start()), valtioStore, (change) => change()),
  MobX: () => inPlace(observable(start()), mobxStore, runInAction),
}

/** Creates an application that changes its state in place, inside of `act`. */
function inPlace(state: Board, toStore: InPlace, act: (change: () => void) => void): Application {
  const change: Change = (task) =>
    act(() => void Object.assign(state.tasks.find(({ id }) => id === task.id) ?? {}, task))
  return {
    scope: scopeOf(toStore(state), change, ({ tasks }) => tasks),
    tasks: () => state.tasks,
    rename: (id, title) => change({ id, title }),
  }
}

const finish = calls(call('finish_task', { id: '1' }))

/** Runs a tool of a scope from the page. */
async function run(scope: Scope, tool: string, args?: Record<string, unknown>) {
  const agent = createAgent({ model: scriptedModel([]), scopes: [scope] })
  const running = agent.runTool(tool, args)
  await running
  return {
    canUndo: agent.calls.canUndo(running.id),
    undo: () => agent.undo(running.id),
  }
}

describe.each(Object.entries(applications))('a store of %s', (_, create) => {
  it('has its action as a tool, its state as context, and an undo beside the user', async () => {
    const { scope, tasks, rename } = create()
    const model = scriptedModel([finish, 'Done.'])
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
    const { scope, tasks, rename } = create()
    const model = scriptedModel([
      () => {
        rename('1', 'Oat milk')
        return finish
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
    const store = configureStore({ reducer: rootReducer })
    const finishFirst = (): void =>
      void store.dispatch(slice.actions.changed({ id: '1', done: true }))
    const create = (undo?: false, setState?: () => void): Scope =>
      storeScope({
        name: 'board',
        store: { ...store, setState } as StoreLike<{ board: Board }>,
        actions: { finish: { description: 'Finish.', undo, run: finishFirst } },
      })
    expect(() => create()).toThrow('"finish" needs a store with `setState`, of an object')
    const { canUndo } = await run(
      create(false, () => {}),
      'finish',
    )
    expect(store.getState().board.tasks).toMatchObject([{ done: true }, { done: false }])
    expect(canUndo).toBe(false)
  })

  it('several atoms are one store, by an atom over them', async () => {
    const store = createStore()
    const tasks = atom(start().tasks)
    const filter = atom('all')
    const both = atom(
      (get) => ({ tasks: get(tasks), filter: get(filter) }),
      (_get, set, next: { tasks: Task[]; filter: string }) => {
        set(tasks, next.tasks)
        set(filter, next.filter)
      },
    )
    const clear = { description: 'Clear.', run: () => store.set(tasks, []) }
    const scope = storeScope({ name: 'board', store: jotaiStore(store, both), actions: { clear } })
    const { undo } = await run(scope, 'clear')
    store.set(filter, 'done')
    await undo()
    expect(store.get(both)).toEqual({ ...start(), filter: 'done' })
  })

  it('an atom of a list is refused at once', () => {
    const list = atom(start().tasks)
    const clear = { description: 'Clear.', run: () => undefined }
    const store = jotaiStore(createStore(), list)
    const create = () => storeScope({ name: 'board', store, actions: { clear } })
    expect(create).toThrow('of an object')
  })

  it('a key that an action added stays', async () => {
    const store = createStore()
    const board = atom<Board & { note?: string }>(start())
    const note = {
      description: 'Note.',
      run: () => store.set(board, (now) => ({ ...now, note: 'agent' })),
    }
    const scope = storeScope({ name: 'board', store: jotaiStore(store, board), actions: { note } })
    const { undo } = await run(scope, 'note')
    await undo()
    expect(store.get(board)).toHaveProperty('note')
  })

  it('an undo makes plain objects of the instances of an observable class in MobX', async () => {
    class Item {
      id = '1'
      done = false
      constructor() {
        makeAutoObservable(this)
      }
    }
    const state = observable({ items: [new Item()] })
    const clear = { description: 'Clear.', run: () => runInAction(() => (state.items = [])) }
    const scope = storeScope({ name: 'board', store: mobxStore(state), actions: { clear } })
    const { undo } = await run(scope, 'clear')
    await undo()
    expect(state.items).toMatchObject([{ id: '1', done: false }])
    expect(state.items[0]).not.toBeInstanceOf(Item)
  })

  it('the console names an action that changed the state in place', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const state = proxy(start())
    const store = {
      getState: () => state,
      setState: (change: Partial<Board>) => void Object.assign(state, change),
      subscribe: (listener: () => void) => subscribe(state, listener),
    }
    const change: Change = (task) => void Object.assign(state.tasks[0] ?? {}, task)
    const scope = scopeOf(store, change, ({ tasks }) => tasks)
    const { canUndo } = await run(scope, 'finish_task', { id: '1' })
    expect(canUndo).toBe(false)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\[ambit\] "finish_task" changed the state in place/),
    )
  })
})
