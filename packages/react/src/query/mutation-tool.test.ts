import { createAgent, jsonSchema, type ToolMessage } from '@ambit/core'
import { call, calls, flush, scriptedModel } from '@ambit/testing'
import {
  MutationObserver,
  type MutationOptions,
  onlineManager,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mutationTool, type MutationToolOptions } from './mutation-tool.ts'

const client = new QueryClient()
const key = ['tasks'] as const
const title = jsonSchema<{ title: string }>({ type: 'object' })

/** Creates a server with a list of tasks, which the page shows. */
function createServer() {
  const server = {
    tasks: ['tea'],
    fetch: vi.fn(() => Promise.resolve([...server.tasks])),
    add: (task: string) => {
      server.tasks.push(task)
      return Promise.resolve({ task })
    },
    remove: (task: string) => {
      server.tasks = server.tasks.filter((other) => other !== task)
    },
  }
  const observer = new QueryObserver(client, { queryKey: key, queryFn: server.fetch })
  observer.subscribe(() => undefined)
  return server
}

type Args = { title: string }
type Task = { task: string }
type Options = MutationToolOptions<Args, Task>

function agentWith(rest: Pick<Options, 'mutation'> & Partial<Options>) {
  const tool = mutationTool({
    client,
    name: 'add_task',
    description: 'Adds a task.',
    parameters: title,
    ...rest,
  })
  const model = scriptedModel([calls(call('add_task', { title: 'milk' })), 'done'])
  return createAgent({ model, tools: [tool] })
}

/** Returns what the model is told of the call. */
const answerOf = (agent: ReturnType<typeof agentWith>): unknown[] => {
  const { status, content } = agent.history.messages.at(2) as ToolMessage
  return [status, (JSON.parse(content) as { error: Error }).error.message]
}

afterEach(() => {
  onlineManager.setOnline(true)
  client.clear()
})

describe('mutationTool', () => {
  it('runs through the MutationCache, and ends when what it invalidates is there again', async () => {
    const server = createServer()
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea'])
    const onSuccess = vi.fn()
    const agent = agentWith({
      mutation: {
        mutationKey: ['add'],
        mutationFn: ({ title }: { title: string }) => server.add(title),
        onSuccess,
      },
      invalidates: [key],
    })
    const mutations = vi.fn()
    client.getMutationCache().subscribe(mutations)
    const run = agent.chat('go')
    agent.on(
      'agent:tool_succeeded',
      ({ result }) => {
        expect(result).toEqual({ task: 'milk' })
        expect(client.getQueryData(key)).toEqual(['tea', 'milk'])
      },
      { once: true },
    )
    await run
    const answer = agent.history.messages.at(2)
    expect(answer).toMatchObject({ content: '{"task":"milk"}', status: 'ok' })
    expect(onSuccess).toHaveBeenCalledTimes(1)
    expect(client.getMutationCache().find({ mutationKey: ['add'] })?.state).toMatchObject({
      status: 'success',
      variables: { title: 'milk' },
    })
    expect(mutations).toHaveBeenCalled()
  })

  it('names what it has changed on the page', async () => {
    const agent = agentWith({
      mutation: { mutationFn: () => Promise.resolve({ task: 'tea' }) },
      touched: ({ task }, { title }) => [`row-${task}`, `row-${title}`],
    })
    await agent.chat('go')
    expect([...agent.calls.getState().values()].at(-1)?.touched?.targets).toEqual([
      'row-tea',
      'row-milk',
    ])
  })

  it('tells the model that it worked, and of the answer of the server only what the tool chooses', async () => {
    const answer = { task: 'milk', password: 'a-hash' }
    const told = async (rest: Partial<Options>): Promise<string> => {
      const agent = agentWith({ mutation: { mutationFn: () => Promise.resolve(answer) }, ...rest })
      const requests: string[] = []
      agent.use({
        name: 'requests',
        request: ({ request }, next) => {
          requests.push(JSON.stringify(request))
          return next()
        },
      })
      await agent.chat('go')
      return requests.at(-1) ?? ''
    }
    for (const result of [undefined, {}, { untrusted: false }, { toModel: undefined }]) {
      const byDefault = await told({ result })
      expect(byDefault).toContain(JSON.stringify('{"ok":true}').slice(1, -1))
      expect(byDefault).not.toContain('a-hash')
    }
    const chosen = await told({ result: { toModel: ({ task }) => `The task is ${task}` } })
    expect(chosen).toContain('The task is milk')
    expect(chosen).not.toContain('a-hash')
  })

  it('uses the defaults of a mutation key', async () => {
    const server = createServer()
    client.setMutationDefaults(['add'], {
      mutationFn: ({ title }: { title: string }) => server.add(title),
    })
    await agentWith({ mutation: { mutationKey: ['add'] } }).chat('go')
    expect(server.tasks).toEqual(['tea', 'milk'])
  })

  it('shows what is to be expected, and the truth afterwards', async () => {
    const server = createServer()
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea'])
    const gate = Promise.withResolvers<{ task: string }>()
    const agent = agentWith({
      mutation: { mutationFn: () => gate.promise },
      optimistic: ({ title }, change) => change(key, (tasks: string[]) => [...tasks, `${title}?`]),
    })
    const run = agent.chat('go')
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea', 'milk?'])
    server.tasks.push('milk')
    gate.resolve({ task: 'milk' })
    await run
    expect(client.getQueryData(key)).toEqual(['tea', 'milk'])
  })

  it('puts back what it showed when the mutation fails, and tells the model why', async () => {
    const server = createServer()
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea'])
    const gate = Promise.withResolvers<{ task: string }>()
    const agent = agentWith({
      mutation: { mutationFn: () => gate.promise },
      optimistic: ({ title }, change) => {
        change(key, (tasks: string[]) => [...tasks, title])
        change(['nobody'], (tasks: string[]) => [...tasks, title])
      },
      undo: () => undefined,
    })
    const run = agent.chat('go')
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea', 'milk'])
    server.fetch.mockImplementation(() => new Promise(() => undefined))
    gate.reject(new Error('The list is full.'))
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea'])
    run.cancel()
    await run.catch(() => undefined)
    expect(agent.calls.canUndo('call_1')).toBe(false)
    expect(client.getQueryData(['nobody'])).toBeUndefined()
  })

  it('leaves alone what somebody changed since', async () => {
    createServer()
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea'])
    const gate = Promise.withResolvers<{ task: string }>()
    const seen: unknown[] = []
    const agent = agentWith({
      mutation: {
        mutationFn: () => gate.promise,
        onError: () => seen.push(client.getQueryData(key)),
      },
      optimistic: ({ title }, change) => change(key, (tasks: string[]) => [...tasks, title]),
    })
    const run = agent.chat('go')
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea', 'milk'])
    client.setQueryData(key, ['mine'])
    const changes: unknown[] = []
    client.getQueryCache().subscribe(() => changes.push(client.getQueryData(key)))
    gate.reject(new Error('no'))
    await run
    expect(changes.filter((data) => JSON.stringify(data) === '["tea","milk"]')).toEqual([])
    expect(seen).toEqual([['mine']])
  })

  it('is undone by `undo`, after which the queries are fetched again', async () => {
    const server = createServer()
    const agent = agentWith({
      mutation: { mutationFn: ({ title }) => server.add(title) },
      invalidates: ({ task }, args) => (task === args.title ? [key] : []),
      undo: ({ result: { task }, args, signal }) => {
        expect([args, signal.aborted]).toEqual([{ title: 'milk' }, false])
        server.remove(task)
      },
    })
    await agent.chat('go')
    expect(client.getQueryData(key)).toEqual(['tea', 'milk'])
    expect(await agent.undo('call_1')).toMatchObject({ undone: [{ tool: 'add_task' }] })
    expect(client.getQueryData(key)).toEqual(['tea'])
  })

  it('offers no undo where `touched` says that nothing was changed', async () => {
    const server = createServer()
    const agent = agentWith({
      mutation: { mutationFn: ({ title }) => server.add(title) },
      touched: () => [],
      undo: () => server.remove('milk'),
    })
    await agent.chat('go')
    expect(agent.calls.canUndo('call_1')).toBe(false)
  })

  it('can be undone when its call was cancelled and it succeeded all the same', async () => {
    const server = createServer()
    const gate = Promise.withResolvers<{ task: string }>()
    const agent = agentWith({
      mutation: { mutationFn: () => gate.promise },
      undo: ({ result: { task } }) => server.remove(task),
    })
    const run = agent.chat('go')
    await expect.poll(() => client.isMutating()).toBe(1)
    run.cancel()
    await run.catch(() => undefined)
    server.tasks.push('milk')
    gate.resolve({ task: 'milk' })
    await flush()
    await agent.undo('call_1')
    expect(server.tasks).toEqual(['tea'])
  })
})

describe('mutationTool while offline', () => {
  const mutationFn = vi.fn(({ title: task }: { title: string }) => Promise.resolve({ task }))

  afterEach(() => void mutationFn.mockClear())

  const runs = client.getMutationCache()

  /** The ways to give a mutation: its options, or the result of `useMutation`. */
  const ways: [string, (options: Options['mutation']) => Options['mutation']][] = [
    ['options', (options) => options],
    [
      '`useMutation`',
      (options) => {
        const observer = new MutationObserver(client, options as MutationOptions<Task, Error, Args>)
        observer.subscribe(() => undefined)
        return { mutateAsync: (args) => observer.mutate(args) }
      },
    ],
  ]

  it.each(ways)(
    'of %s says at once that it waits, and goes on with the network',
    async (_, give) => {
      onlineManager.setOnline(false)
      const agent = agentWith({ mutation: give({ mutationFn }) })
      const run = agent.chat('go')
      await expect.poll(() => agent.getState().waitingFor).toBe('network')
      expect(agent.getState().status).toBe('waiting')
      onlineManager.setOnline(true)
      void client.resumePausedMutations()
      await run
      expect(agent.history.messages.at(2)).toMatchObject({ status: 'ok' })
      expect(mutationFn).toHaveBeenCalledTimes(1)
      expect(agent.getState()).toMatchObject({ status: 'idle', waitingFor: undefined })
    },
  )

  it.each(ways)('of %s never begins after Stop, and puts back what it showed', async (_, give) => {
    client.setQueryData(key, ['tea'])
    onlineManager.setOnline(false)
    const failed: unknown[] = []
    const onError = (error: Error): void => void failed.push(error.message)
    const agent = agentWith({
      mutation: give({ mutationFn, onError, retry: 3 }),
      optimistic: ({ title }, change) => change(key, (tasks: string[]) => [...tasks, title]),
    })
    const run = agent.chat('go')
    await expect.poll(() => agent.getState().waitingFor).toBe('network')
    expect(client.getQueryData(key)).toEqual(['tea', 'milk'])
    run.cancel()
    await run.catch(() => undefined)
    await expect.poll(() => client.getQueryData(key)).toEqual(['tea'])
    expect(failed).toEqual(['Cancelled. It was not run.'])
    expect(runs.getAll()).toEqual([])
    onlineManager.setOnline(true)
    await client.resumePausedMutations()
    await flush()
    expect(mutationFn).not.toHaveBeenCalled()
    expect(agent.getState().waitingFor).toBeUndefined()
    expect(answerOf(agent)).toEqual(['cancelled', 'Cancelled. It was not run.'])
  })

  it('is told as one that was not run if it never began', async () => {
    onlineManager.setOnline(false)
    const late = agentWith({ mutation: { mutationFn }, run: { timeout: 1 } })
    await late.chat('go')
    const tooLong = 'The tool "add_task" took longer than 1 ms. It was not run.'
    expect(answerOf(late)).toEqual(['error', tooLong])

    onlineManager.setOnline(true)
    const asked = agentWith({
      mutation: { mutationFn },
      optimistic: (_, change) => {
        change(key, (tasks: string[]) => tasks)
        queueMicrotask(() => run.cancel())
      },
    })
    const run = asked.chat('go')
    await run.catch(() => undefined)
    await flush()
    expect(answerOf(asked)).toEqual(['cancelled', 'Cancelled. It was not run.'])
    expect(mutationFn).not.toHaveBeenCalled()
  })

  it('is told as one that may have taken effect if an attempt has failed', async () => {
    for (const again of [{ mutation: { retry: 1, retryDelay: 0 } }, { run: { retry: 2 } }]) {
      const failing = vi.fn(() => {
        onlineManager.setOnline(false)
        return Promise.reject(new Error('The connection was lost.'))
      })
      const agent = agentWith({
        ...again,
        mutation: { ...again.mutation, mutationFn: failing },
      })
      const run = agent.chat('go')
      await expect.poll(() => agent.getState().waitingFor).toBe('network')
      run.cancel()
      await run.catch(() => undefined)
      expect(answerOf(agent)).toEqual(['interrupted', expect.stringContaining('may have taken')])
      expect(failing).toHaveBeenCalledTimes(1)
      onlineManager.setOnline(true)
    }
  })

  it('leaves the button of the page free after Stop', async () => {
    onlineManager.setOnline(false)
    const observer = new MutationObserver(client, { mutationFn })
    observer.subscribe(() => undefined)
    const agent = agentWith({ mutation: { mutateAsync: (args) => observer.mutate(args) } })
    const run = agent.chat('go')
    await expect.poll(() => observer.getCurrentResult().isPaused).toBe(true)
    await expect.poll(() => agent.getState().waitingFor).toBe('network')
    run.cancel()
    await run.catch(() => undefined)
    expect(observer.getCurrentResult().status).toBe('idle')
  })

  it('does not tell a wait for another mutation of its scope as one for the network', async () => {
    const gate = Promise.withResolvers<{ task: string }>()
    const scope = { id: 'tasks' }
    void runs.build(client, { scope, mutationFn: () => gate.promise }).execute(undefined)
    const agent = agentWith({ mutation: { mutationFn, scope } })
    const run = agent.chat('go')
    await expect.poll(() => client.isMutating()).toBe(2)
    expect(agent.getState()).toMatchObject({ status: 'running', waitingFor: undefined })
    run.cancel()
    await run.catch(() => undefined)
    gate.resolve({ task: 'first' })
    await flush()
    expect(mutationFn).not.toHaveBeenCalled()
  })
})
