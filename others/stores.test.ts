import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createAgent, type Scope, type StoreLike, storeScope, type Tool } from 'ambit'
import { call, calls, scriptedModel } from '@ambit/testing'
import { combineReducers, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Reducer, Store } from '@reduxjs/toolkit'
import { createStore as createTanStackStore } from '@tanstack/store'
import { atom, createStore, type WritableAtom } from 'jotai'
import { makeAutoObservable, observable, runInAction } from 'mobx'
import { atom as nanoAtom } from 'nanostores'
import { proxy, subscribe } from 'valtio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, createMachine } from 'xstate'
import * as z from 'zod'
import { runCommand } from '../scripts/run-command.ts'
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

/** Imports the row of a library in the table of the guide. `name` is what it calls the store. */
async function importRow(library: string, name: string) {
  const page = readFileSync('docs/guides/stores.md', 'utf8')
  const row = new RegExp(`^\\| ${library} \\| \`(.+)\` \\| \`(.+)\` \\| \`(.+)\` \\|$`, 'm')
  const [, getState, setState, subscribe] = row.exec(page) ?? []
  const source = `export const toStore = (${name}) =>
    ({ getState: ${getState}, setState: ${setState}, subscribe: ${subscribe} })`
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return (module as { toStore: (store: object) => StoreLike<Board> }).toStore
}
const tanStackStore = await importRow('TanStack Store', 'store')
const nanoStore = await importRow('nanostores', '$board')

/** An application with one library. */
interface Application {
  readonly scope: Scope
  readonly subscribe: (listener: () => void) => () => void
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

/** Creates an application whose state is replaced. */
function replaced(store: StoreLike<Board>, set: (next: (now: Board) => Board) => void) {
  const change: Change = (task) =>
    set(({ tasks }) => ({
      tasks: tasks.map((each) => (each.id === task.id ? { ...each, ...task } : each)),
    }))
  return {
    scope: scopeOf(store, change, ({ tasks }) => tasks),
    subscribe: store.subscribe,
    tasks: () => store.getState().tasks,
    rename: (id: string, title: string) => change({ id, title }),
  }
}

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
      subscribe: store.subscribe,
      scope: scopeOf(reduxStore(store), change, ({ board }) => board.tasks),
      tasks: () => store.getState().board.tasks,
      rename: (id, title) => change({ id, title }),
    }
  },
  Jotai() {
    const store = createStore()
    const board = atom(start())
    return replaced(jotaiStore(store, board), (next) => store.set(board, next))
  },
  'TanStack Store'() {
    const store = createTanStackStore(start())
    return replaced(tanStackStore(store), (next) => store.setState(next))
  },
  nanostores() {
    const $board = nanoAtom(start())
    return replaced(nanoStore($board), (next) => $board.set(next($board.get())))
  },
  Valtio: () => inPlace(proxy(start()), valtioStore, (change) => change()),
  MobX: () => inPlace(observable(start()), mobxStore, runInAction),
}

/** Creates an application that changes its state in place, inside of `act`. */
function inPlace(state: Board, toStore: InPlace, act: (change: () => void) => void): Application {
  const change: Change = (task) =>
    act(() => void Object.assign(state.tasks.find(({ id }) => id === task.id) ?? {}, task))
  const store = toStore(state)
  return {
    scope: scopeOf(store, change, ({ tasks }) => tasks),
    subscribe: store.subscribe,
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

  it('tells what others changed in it, until nobody listens', async () => {
    const { subscribe, rename } = create()
    const listener = vi.fn<() => void>()
    const stop = subscribe(listener)
    rename('1', 'Oat milk')
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce())
    stop()
    rename('1', 'Rice milk')
    await Promise.resolve()
    expect(listener).toHaveBeenCalledOnce()
  })
})

describe('an actor of XState', () => {
  const start = async () => {
    const actor = createActor(
      createMachine({
        initial: 'open',
        states: { open: { on: { approve: 'approved' } }, approved: { on: { reopen: 'open' } } },
      }),
    ).start()
    vi.stubGlobal('actor', actor)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { approve } = await importBlock<{ approve: Tool }>('stores', 'xstate.ts')
    return { actor, approve }
  }

  it('has its event as a tool, which `can` turns off, and an undo', async () => {
    const { actor, approve } = await start()
    const model = scriptedModel([calls(call('approve_order')), 'Done.'])
    const agent = createAgent({ model, tools: [approve] })
    const { runId } = await agent.chat('Approve it')
    expect(actor.getSnapshot().value).toBe('approved')
    const offered = model.requests.map(({ tools }) => tools?.map(({ name }) => name) ?? [])
    expect(offered.map((names) => names.includes('approve_order'))).toEqual([true, false])
    await agent.undo(runId)
    expect(actor.getSnapshot().value).toBe('open')
  })

  it('is not sent an event that the user has made impossible', async () => {
    const { actor, approve } = await start()
    const model = scriptedModel([
      () => {
        actor.send({ type: 'approve' })
        return calls(call('approve_order'))
      },
      'Done.',
    ])
    const { messages } = await createAgent({ model, tools: [approve] }).chat('Approve it')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({
      content: expect.stringContaining('The order is not open.'),
    })
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

  it('a Map and a Set that are members of a state in MobX are compared and put back', async () => {
    const state = observable({
      picked: new Set(['1']),
      notes: new Map([['1', 'Two litres']]),
      title: 'Shopping',
    })
    const scope = storeScope({
      name: 'board',
      store: mobxStore(state),
      actions: {
        pick: { description: 'Pick.', run: () => runInAction(() => void state.picked.add('2')) },
        clear: { description: 'Clear.', run: () => runInAction(() => state.notes.clear()) },
      },
    })
    const model = scriptedModel([
      () => {
        runInAction(() => {
          state.title = 'Groceries'
          state.notes.set('2', 'Rye')
        })
        return calls(call('pick'), call('clear'))
      },
      'Done.',
    ])
    const agent = createAgent({ model, scopes: [scope] })
    const { runId, messages } = await agent.chat('Pick the bread')
    expect(messages.filter(({ role }) => role === 'tool')).toMatchObject([
      { status: 'ok' },
      { status: 'stale' },
    ])
    expect([...state.picked]).toEqual(['1', '2'])
    expect([...state.notes.keys()]).toEqual(['1', '2'])

    runInAction(() => (state.title = 'Food'))
    await agent.undo(runId)
    expect([...state.picked]).toEqual(['1'])
    expect(state.title).toBe('Food')
  })

  it.each([
    ['has to be without undo', undefined, 'stale'],
    ['can be without undo', false as const, 'ok'],
  ])('a Set in a list of MobX %s', async (_, undo, status) => {
    const state = observable({ items: [{ id: '1', tags: new Set<string>(), done: false }] })
    const tag = () => runInAction(() => void state.items[0]?.tags.add('new'))
    const scope = storeScope({
      name: 'board',
      store: mobxStore(state),
      actions: { tag: { description: 'Tag.', undo, run: tag } },
    })
    const model = scriptedModel([
      () => {
        runInAction(() => Object.assign(state.items[0] ?? {}, { done: true }))
        return calls(call('tag'))
      },
      'Done.',
    ])
    const { messages } = await createAgent({ model, scopes: [scope] }).chat('Tag it')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status })
  })

  it('the state of a class in MobX has no getters and no methods, but the class does', async () => {
    class Shop {
      tasks = ['Milk']
      constructor() {
        makeAutoObservable(this)
      }
      get left() {
        return this.tasks.length
      }
      add(title: string) {
        this.tasks.push(title)
      }
    }
    const shop = new Shop()
    const scope = storeScope({
      name: 'shop',
      store: mobxStore(shop),
      context: ({ tasks }) => ({ tasks, left: shop.left }),
      actions: {
        add_task: {
          description: 'Add a task.',
          parameters: z.object({ title: z.string() }),
          run: ({ title }) => shop.add(title),
        },
      },
    })
    const model = scriptedModel([calls(call('add_task', { title: 'Bread' })), 'Done.'])
    const agent = createAgent({ model, scopes: [scope] })
    const { runId } = await agent.chat('Add bread')
    expect(JSON.stringify(model.requests[1]?.prompt)).toMatch(/left\W+2\b/)
    await agent.undo(runId)
    expect(shop.tasks).toEqual(['Milk'])
  })

  it('the types of the state in MobX say so', async () => {
    const folder = resolve('others/.reports/guides/stores')
    const source = `
      import { mobxStore } from './mobx.ts'
      declare const shop: { tasks: string[]; readonly left: number; add(title: string): void }
      const state = mobxStore(shop).getState()
      export const tasks: string[] = state.tasks
      // @ts-expect-error A getter is not in it.
      void state.left
      // @ts-expect-error A method is not in it.
      void state.add`
    writeFileSync(`${folder}/class.ts`, source)
    const config = { extends: resolve('tsconfig.base.json'), files: ['class.ts'] }
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
    const { output } = await runCommand('tsc', ['--noEmit', '--project', folder])
    expect(output).toBe('')
  }, 60_000)

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
