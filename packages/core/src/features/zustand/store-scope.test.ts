import { call, calls, type ScriptedCall } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { persist, subscribeWithSelector } from 'zustand/middleware'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { agentUnderTest } from '../../../test/agent-under-test.ts'
import { unavailable } from '../../index.ts'
import { storeScope } from '../zustand/index.ts'

interface Cart {
  items: readonly string[]
  total: number
  coupon?: string
  saving: boolean
  add: (item: string, price: number) => void
}

const createCart = () =>
  createStore<Cart>()((set) => ({
    items: [],
    total: 0,
    saving: false,
    add: (item, price) =>
      set(({ items, total }) => ({ items: [...items, item], total: total + price })),
  }))

const item = z.object({ item: z.string(), price: z.number().default(1) })

const scopeOf = (store: ReturnType<typeof createCart>) =>
  storeScope({
    name: 'cart',
    store,
    context: ({ items, total }) => ({ items, total }),
    actions: {
      add_item: {
        description: 'Adds an item.',
        parameters: item,
        run: (args, { add }) => add(args.item, args.price),
      },
      set_coupon: {
        description: 'Sets the coupon.',
        parameters: z.object({ coupon: z.string() }),
        enabled: ({ items }) => items.length > 0 || unavailable('The cart is empty'),
        run: ({ coupon }) => {
          store.setState({ coupon })
          return coupon
        },
      },
      count_items: {
        description: 'Counts.',
        effect: 'read',
        run: (_, { items }) => items.length,
      },
    },
  })

describe('storeScope', () => {
  it('gives the model the actions as tools and the selection as context', async () => {
    const store = createCart()
    const { agent, model } = agentUnderTest(
      [calls(call('add_item', { item: 'tea' })), calls(call('count_items')), 'done'],
      { scopes: [scopeOf(store)] },
    )
    await agent.chat('go')
    expect(store.getState()).toMatchObject({ items: ['tea'], total: 1 })
    const names = model.requests[0]?.tools?.map(({ name }) => name)
    expect(names).toEqual(['add_item', 'count_items'])
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('set_coupon: The cart is empty')
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('The cart is empty')
    expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('tea')
    expect(agent.history.messages.at(-2)).toMatchObject({ role: 'tool', content: '1' })
  })

  it('announces when an action becomes possible, and only then', () => {
    const store = createCart()
    const { agent } = agentUnderTest([], { scopes: [scopeOf(store)] })
    const changes = vi.fn()
    agent.scopes.subscribe(changes)
    store.getState().add('tea', 1)
    store.getState().add('milk', 1)
    expect(changes).toHaveBeenCalledTimes(1)
  })

  it('takes back what an action changed, and a whole run in order', async () => {
    const store = createCart()
    const before = store.getState()
    const replies = [
      calls(call('add_item', { item: 'tea' }), call('add_item', { item: 'milk', price: 2 })),
      calls(call('set_coupon', { coupon: 'X' }), call('count_items')),
      'done',
    ]
    const { agent } = agentUnderTest(replies, { scopes: [scopeOf(store)] })
    const run = agent.chat('go')
    await run
    expect(store.getState()).toMatchObject({ items: ['tea', 'milk'], total: 3, coupon: 'X' })
    expect(await agent.undo(run.id)).toMatchObject({
      undone: [{ tool: 'set_coupon' }, { tool: 'add_item' }, { tool: 'add_item' }],
      failed: [],
      left: [],
    })
    expect(store.getState()).toEqual(before)
    expect('coupon' in store.getState()).toBe(false)
  })

  it('keeps what others changed since', async () => {
    const store = createCart()
    const { agent } = agentUnderTest([], { scopes: [scopeOf(store)] })
    const run = agent.runTool('add_item', { item: 'tea' })
    await run
    store.setState({ coupon: 'mine' })
    expect(await agent.undo(run.id)).toMatchObject({ undone: [{ tool: 'add_item' }] })
    expect(store.getState()).toMatchObject({ items: [], total: 0, coupon: 'mine' })
  })

  it('puts back what it can, and says what it cannot', async () => {
    const store = createCart()
    const { agent } = agentUnderTest([], { scopes: [scopeOf(store)] })
    const run = agent.runTool('add_item', { item: 'tea' })
    await run
    store.setState({ items: ['tea', 'mine'] })
    expect(await agent.undo(run.id)).toMatchObject({
      undone: [],
      failed: [
        {
          error: { message: '“items” was changed since and stays as it is. The rest is put back.' },
        },
      ],
    })
    expect(store.getState()).toMatchObject({ items: ['tea', 'mine'], total: 0 })

    const again = agent.runTool('add_item', { item: 'jam' })
    await again
    store.setState({ items: [], total: 9 })
    expect(await agent.undo(again.id)).toMatchObject({
      failed: [
        { error: { message: '“total” and “items” were changed since and stay as they are.' } },
      ],
    })
    expect(store.getState()).toMatchObject({ items: [], total: 9 })
  })

  it('takes back what an action did after it waited, but not what another action did meanwhile', async () => {
    const store = createCart()
    const gate = Promise.withResolvers<void>()
    const scope = storeScope({
      name: 'cart',
      store,
      actions: {
        save: {
          description: 'Saves.',
          run: async () => {
            store.setState({ saving: true })
            await gate.promise
            store.setState({ saving: false, total: 100 })
          },
        },
        add: { description: 'Adds.', run: (_, { add }) => add('tea', 1) },
      },
    })
    const { agent } = agentUnderTest([], { scopes: [scope] })
    const saving = agent.runTool('save')
    await expect.poll(() => store.getState().saving).toBe(true)
    await agent.runTool('add')
    gate.resolve()
    await saving
    expect(store.getState()).toMatchObject({ items: ['tea'], total: 100, saving: false })
    expect(await agent.undo(saving.id)).toMatchObject({ undone: [{ tool: 'save' }] })
    expect(store.getState()).toMatchObject({ items: ['tea'], total: 1, saving: false })
  })

  it('leaves alone what two waiting actions may each have changed', async () => {
    const store = createCart()
    const gate = Promise.withResolvers<void>()
    const waiting = (total: number) => ({
      description: 'Waits.',
      run: async () => {
        await gate.promise
        store.setState({ total })
      },
    })
    const actions = { one: waiting(1), two: waiting(2) }
    const { agent } = agentUnderTest([], { scopes: [storeScope({ name: 's', store, actions })] })
    const runs = [agent.runTool('one'), agent.runTool('two')]
    await expect.poll(() => runs.every(({ events }) => events.length > 1)).toBe(true)
    gate.resolve()
    await Promise.all(runs)
    for (const { id } of runs) expect(await agent.undo(id)).toMatchObject({ undone: [] })
    expect(store.getState().total).toBe(2)
  })

  it('takes back what an action did before it threw', async () => {
    const store = createCart()
    const scope = storeScope({
      name: 's',
      store,
      actions: {
        fail: {
          description: 'Fails.',
          run: () => {
            store.setState({ total: 5 })
            throw new Error('no')
          },
        },
      },
    })
    const { agent } = agentUnderTest([calls(call('fail')), 'sorry'], { scopes: [scope] })
    await agent.chat('go')
    expect(await agent.undo('call_1')).toMatchObject({ undone: [{ tool: 'fail' }] })
    expect(store.getState().total).toBe(0)
  })

  it('leaves undo to the action where the store is not all that it changes', async () => {
    const store = createCart()
    const undone = vi.fn()
    const scope = storeScope({
      name: 's',
      store,
      actions: {
        order: {
          description: 'Orders.',
          undo: false,
          run: (_, __, ctx) => {
            store.setState({ items: [] })
            ctx.undo(undone)
          },
        },
      },
    })
    const { agent } = agentUnderTest([], { scopes: [scope] })
    const run = agent.runTool('order')
    await run
    expect(await agent.undo(run.id)).toMatchObject({ undone: [{ tool: 'order' }] })
    expect(undone).toHaveBeenCalledTimes(1)
  })

  it('works with middleware that keeps the three methods', async () => {
    const written: string[] = []
    const storage = {
      getItem: () => null,
      setItem: (_: string, value: { state: unknown }) =>
        void written.push(JSON.stringify(value.state)),
      removeItem: () => undefined,
    }
    const store = createStore<{ count: number }>()(
      subscribeWithSelector(persist(() => ({ count: 0 }), { name: 'count', storage })),
    )
    const counts: number[] = []
    store.subscribe(
      ({ count }) => count,
      (count) => counts.push(count),
    )
    const scope = storeScope({
      name: 'counter',
      store,
      actions: {
        increase: {
          description: 'Increases.',
          parameters: z.object({ by: z.number() }),
          run: ({ by }, { count }) => store.setState({ count: count + by }),
        },
      },
    })
    const { agent } = agentUnderTest([], { scopes: [scope] })
    const run = agent.runTool('increase', { by: 3 })
    await run
    await agent.undo(run.id)
    expect(counts).toEqual([3, 0])
    expect(written.at(-1)).toBe('{"count":0}')
  })

  it('takes any store of that shape, also of a single value', async () => {
    let state = 1
    const listeners = new Set<() => void>()
    const store = {
      getState: () => state,
      setState: (next: number) => {
        state = next
        for (const listener of listeners) listener()
      },
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const double = {
      description: 'Doubles.',
      run: (_: unknown, n: number) => store.setState(n * 2),
    }
    const scope = storeScope({ name: 'n', store, actions: { double } })
    const { agent } = agentUnderTest([], { scopes: [scope] })
    const run = agent.runTool('double')
    await run
    expect(state).toBe(2)
    await agent.undo(run.id)
    expect(state).toBe(1)
    expect(listeners.size).toBe(0)
  })
})

interface Node {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
  readonly data: { readonly label: string }
  readonly [field: string]: unknown
}

/** Creates an agent on a canvas, whose one action runs `change`. */
function onCanvas<State extends object>(state: State, change: (state: State) => Partial<State>) {
  const store = createStore<State>()(() => state)
  const set = { description: 'Sets.', run: () => store.setState(change) }
  const { agent } = agentUnderTest([], {
    scopes: [storeScope({ name: 'canvas', store, actions: { set } })],
  })
  const act = async (): Promise<string> => {
    const run = agent.runTool('set')
    await run
    return run.id
  }
  return { store, agent, act }
}

const node = (id: string, rest: Partial<Node> = {}): Node => ({
  id,
  position: { x: 0, y: 0 },
  data: { label: `Step ${id}` },
  ...rest,
})

const moved = (nodes: readonly Node[], id: string, x: number): Node[] =>
  nodes.map((each) => (each.id === id ? { ...each, position: { x, y: 0 } } : each))

describe('the undo of an action on a list of things', () => {
  it('removes what was added, though the canvas measured it and the user moved another', async () => {
    const { store, agent, act } = onCanvas({ nodes: [node('a')] }, ({ nodes }) => ({
      nodes: [...nodes, node('b'), node('c')],
    }))
    const id = await act()
    store.setState(({ nodes }) => ({
      nodes: nodes.map((each) => ({
        ...each,
        measured: { width: 10, height: 10 },
        selected: true,
      })),
    }))
    store.setState(({ nodes }) => ({ nodes: [...moved(nodes, 'a', 7), node('mine')] }))
    expect(await agent.undo(id)).toMatchObject({ undone: [{ tool: 'set' }], failed: [] })
    expect(store.getState().nodes).toMatchObject([{ id: 'a', position: { x: 7 } }, { id: 'mine' }])
  })

  it('keeps an added thing that the user changed, and says so by its name', async () => {
    const { store, agent, act } = onCanvas({ nodes: [] as Node[] }, ({ nodes }) => ({
      nodes: [...nodes, node('b'), node('c')],
    }))
    const id = await act()
    store.setState(({ nodes }) => ({ nodes: moved(nodes, 'b', 7) }))
    expect(await agent.undo(id)).toMatchObject({
      failed: [
        {
          error: {
            message: '“Step b” was changed since and stays as it is. The rest is put back.',
          },
        },
      ],
    })
    expect(store.getState().nodes.map((each) => each.id)).toEqual(['b'])
  })

  it('changes back the fields that were changed, and no others', async () => {
    const { store, agent, act } = onCanvas({ nodes: [node('a'), node('b')] }, ({ nodes }) => ({
      nodes: moved(nodes, 'a', 5),
    }))
    const id = await act()
    store.setState(({ nodes }) => ({
      nodes: nodes.map((each) => ({ ...each, data: { label: `My ${each.id}` } })),
    }))
    expect(await agent.undo(id)).toMatchObject({ failed: [] })
    expect(store.getState().nodes).toEqual([
      node('a', { data: { label: 'My a' } }),
      node('b', { data: { label: 'My b' } }),
    ])
  })

  it('puts what was removed where it stood, and puts the order back', async () => {
    const { store, agent, act } = onCanvas(
      { nodes: ['a', 'b', 'c', 'd'].map((id) => node(id)) },
      ({ nodes: [a, , c, d] }) => ({ nodes: [d, c, a] as Node[] }),
    )
    const id = await act()
    store.setState(({ nodes }) => ({ nodes: [...nodes, node('mine')] }))
    expect(await agent.undo(id)).toMatchObject({ failed: [] })
    expect(store.getState().nodes.map((each) => each.id)).toEqual(['a', 'b', 'c', 'd', 'mine'])
  })

  it('leaves an order that the user changed since', async () => {
    const { store, agent, act } = onCanvas(
      { nodes: ['a', 'b', 'c'].map((id) => node(id)) },
      (state) => ({
        nodes: state.nodes.toReversed(),
      }),
    )
    const id = await act()
    store.setState(({ nodes: [c, b, a] }) => ({ nodes: [b, c, a] as Node[] }))
    expect(await agent.undo(id)).toMatchObject({
      failed: [{ error: { message: '“nodes” was changed since and stays as it is.' } }],
    })
    expect(store.getState().nodes.map((each) => each.id)).toEqual(['b', 'c', 'a'])
  })

  it('works in records, and in lists inside of things', async () => {
    const state = {
      boards: { one: { id: 1, title: 'One', tasks: [{ id: 1, done: false }] } },
    }
    type Board = (typeof state)['boards']['one']
    type State = { boards: { one: Board; two?: Board; three?: Board } }
    const { store, agent, act } = onCanvas<State>(state, ({ boards }) => ({
      boards: {
        one: {
          ...boards.one,
          tasks: [
            { id: 1, done: true },
            { id: 2, done: false },
          ],
        },
        two: { id: 2, title: 'Two', tasks: [] },
      },
    }))
    const id = await act()
    store.setState(({ boards }) => ({
      boards: {
        ...boards,
        one: {
          ...boards.one,
          title: 'Mine',
          tasks: [...boards.one.tasks, { id: 3, done: true }],
        },
        three: { id: 3, title: 'Three', tasks: [] },
      },
    }))
    expect(await agent.undo(id)).toMatchObject({ failed: [] })
    expect(store.getState().boards).toEqual({
      one: {
        id: 1,
        title: 'Mine',
        tasks: [
          { id: 1, done: false },
          { id: 3, done: true },
        ],
      },
      three: { id: 3, title: 'Three', tasks: [] },
    })
  })

  it('leaves what another action did while this one waited', async () => {
    const gate = Promise.withResolvers<void>()
    const store = createStore<{ nodes: Node[] }>()(() => ({ nodes: [] }))
    const add = (id: string) => store.setState(({ nodes }) => ({ nodes: [...nodes, node(id)] }))
    const scope = storeScope({
      name: 'canvas',
      store,
      actions: {
        slow: {
          description: 'Adds two.',
          run: async () => {
            add('a')
            await gate.promise
            add('b')
          },
        },
        quick: { description: 'Adds one.', run: () => add('other') },
      },
    })
    const { agent } = agentUnderTest([], { scopes: [scope] })
    const slow = agent.runTool('slow')
    await expect.poll(() => store.getState().nodes).toHaveLength(1)
    await agent.runTool('quick')
    gate.resolve()
    await slow
    expect(await agent.undo(slow.id)).toMatchObject({ failed: [] })
    expect(store.getState().nodes).toEqual([node('other')])
  })

  it('is not offered for a change that changes nothing', async () => {
    const { agent, act } = onCanvas({ nodes: [node('a')] }, ({ nodes }) => ({
      nodes: nodes.map((each) => ({ ...each })),
    }))
    const id = await act()
    expect(agent.calls.canUndo(id)).toBe(false)
  })
})

interface Board {
  readonly title: string
  readonly count: number
  readonly items: readonly { readonly id: string; readonly text: string }[]
}

const text = z.object({ text: z.string() })

const items = (...ids: string[]): Board['items'] =>
  ids.map((id) => ({ id, text: id.toUpperCase() }))

/** A board whose user acts while the model answers. */
async function editBoard(
  act: (store: StoreApi<Board>) => void,
  made: ScriptedCall | readonly ScriptedCall[],
  list = items('a'),
) {
  const store = createStore<Board>()(() => ({ title: 'Plan', count: 0, items: list }))
  const { promise, resolve } = Promise.withResolvers<void>()
  const scope = storeScope({
    name: 'board',
    store,
    actions: {
      set_title: {
        description: 'Sets the title.',
        parameters: text,
        run: ({ text: title }) => store.setState(({ count }) => ({ title, count: count + 1 })),
      },
      add_item: {
        description: 'Adds an item.',
        parameters: text,
        run: ({ text }) =>
          store.setState(({ items }) => ({ items: [...items, { id: text, text }] })),
      },
      reset_items: {
        description: 'Sets the list.',
        parameters: text,
        run: ({ text }) => store.setState({ items: [{ id: 'a', text }] }),
      },
      reverse: {
        description: 'Turns the order round.',
        run: (_, { items }) => store.setState({ items: items.toReversed() }),
      },
      save_now: {
        description: 'Saves the title at once.',
        parameters: text,
        run: async ({ text: title }) => {
          store.setState({ title })
          await Promise.resolve()
        },
      },
      save_and_fail: {
        description: 'Saves the title at once, and fails later.',
        parameters: text,
        run: async ({ text: title }) => {
          store.setState({ title })
          await Promise.resolve()
          throw new Error('No.')
        },
      },
      save_and_count: {
        description: 'Saves the title at once, and counts later.',
        parameters: text,
        run: async ({ text: title }) => {
          store.setState({ title })
          await Promise.resolve()
          store.setState(({ count }) => ({ count: count + 1 }))
        },
      },
      set_and_throw: {
        description: 'Sets the title, and fails.',
        parameters: text,
        run: ({ text: title }) => {
          store.setState({ title })
          throw new Error('No.')
        },
      },
      save_title: {
        description: 'Saves the title.',
        parameters: text,
        run: async ({ text: title }) => {
          await Promise.resolve()
          store.setState({ title })
        },
      },
    },
  })
  const { agent, model } = agentUnderTest([{ ...calls(...[made].flat()), gate: promise }, 'done'], {
    scopes: [scope],
  })
  const run = agent.chat('go')
  await model.requested(1)
  const shown = store.getState()
  act(store)
  if (store.getState() !== shown) agent.scopes.userActed()
  resolve()
  const { messages } = await run
  const answers = messages.filter((message) => message.role === 'tool')
  return { store, agent, answers }
}

it('runs a lazy query once', async () => {
  const store = createCart()
  let runs = 0
  const query: PromiseLike<string> = {
    then: (resolve, reject) => {
      runs++
      return Promise.resolve('done').then(resolve, reject)
    },
  }
  const scope = storeScope({
    name: 'cart',
    store,
    actions: { send: { description: 'Sends.', run: () => query } },
  })
  await agentUnderTest([], { scopes: [scope] }).agent.runTool('send', {})
  expect(runs).toBe(1)
})

describe('R97 an action beside the user', () => {
  it('does not overwrite what the user changed since the page was shown', async () => {
    const { store, agent, answers } = await editBoard(
      ({ setState }) => setState({ title: 'Mine' }),
      call('set_title', { text: 'Theirs' }, 'c1'),
    )
    expect(answers).toMatchObject([{ status: 'stale' }])
    expect(answers[0]?.content).toContain('“title” changed after the page was shown to you')
    // All that it did is taken back, and there is nothing to undo.
    expect(store.getState()).toMatchObject({ title: 'Mine', count: 0 })
    expect(agent.calls.canUndo('c1')).toBe(false)
  })

  it.each<[name: string, mine: Partial<Board>, call: ScriptedCall]>([
    ['a text', { title: 'Mine' }, call('set_title', { text: 'Plan' })],
    ['a list', { items: [{ id: 'a', text: 'Mine' }] }, call('reset_items', { text: 'A' })],
    ['a new thing', { items: items('a', 'u') }, call('reset_items', { text: 'A' })],
    ['a removed thing', { items: [] }, call('reset_items', { text: 'A' })],
  ])('does not put back what was shown: %s', async (_, mine, made) => {
    const { store, answers } = await editBoard(({ setState }) => setState(mine), made)
    expect(answers).toMatchObject([{ status: 'stale' }])
    expect(store.getState()).toMatchObject(mine)
  })

  it.each([
    ['the user has ordered too is refused', ['c', 'a', 'b'], 'stale', ['c', 'a', 'b']],
    ['the user has left alone is done', ['a', 'b', 'c'], 'ok', ['c', 'b', 'a']],
  ])('an order that %s', async (_, mine, status, is) => {
    const { store, answers } = await editBoard(
      ({ setState }) => setState({ title: 'Mine', items: items(...mine) }),
      call('reverse', {}),
      items('a', 'b', 'c'),
    )
    expect(answers).toMatchObject([{ status }])
    expect(store.getState().items.map(({ id }) => id)).toEqual(is)
  })

  it.each([
    ['save_now', 'stale', '“title” changed', 0],
    ['save_and_fail', 'error', 'No.', 0],
    ['save_and_count', 'error', 'What it did after that stays', 1],
  ])(
    'is compared up to its first `await`, and waited for: %s',
    async (name, status, words, count) => {
      const { store, agent, answers } = await editBoard(
        ({ setState }) => setState({ title: 'Mine' }),
        call(name, { text: 'Theirs' }, 'c1'),
      )
      expect(answers).toMatchObject([{ status }])
      expect(answers[0]?.content).toContain(words)
      expect(store.getState()).toMatchObject({ title: 'Mine', count })
      expect(agent.calls.canUndo('c1')).toBe(count > 0)
    },
  )

  it('names things by their own words', async () => {
    const named = [{ id: 'a', text: 'Call Bob ASAP' }]
    const { answers } = await editBoard(
      ({ setState }) => setState({ items: [{ id: 'a', text: 'Call BOB' }] }),
      call('reset_items', { text: 'Theirs' }),
      named,
    )
    expect(answers[0]?.content).toContain('“Call BOB” changed')
  })

  it('leaves nothing of itself if it throws after it has overwritten the user', async () => {
    const { store, answers } = await editBoard(
      ({ setState }) => setState({ title: 'Mine' }),
      call('set_and_throw', { text: 'Theirs' }),
    )
    expect(answers).toMatchObject([{ status: 'error' }])
    expect(store.getState()).toMatchObject({ title: 'Mine' })
  })

  it('changes other things, and the changes of both are kept', async () => {
    const { store, answers } = await editBoard(
      ({ setState }) => setState({ title: 'Mine', items: [{ id: 'u', text: 'Mine' }] }),
      [call('add_item', { text: 'b' }), call('add_item', { text: 'c' })],
    )
    expect(answers).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(store.getState().title).toBe('Mine')
    expect(store.getState().items.map(({ id }) => id)).toEqual(['u', 'b', 'c'])
  })

  it('goes on with what the calls before it have made', async () => {
    const { store, answers } = await editBoard(
      () => undefined,
      [
        call('set_title', { text: 'One' }),
        call('save_title', { text: 'Two' }),
        call('set_title', { text: 'Three' }),
      ],
    )
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
    expect(store.getState()).toEqual({ title: 'Three', count: 2, items: items('a') })
  })
})
