import { type Agent, createAgent, type ToolContext, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { Listeners } from '../agent/use-store.ts'
import { useMutationTool } from '../query/use-mutation-tool.ts'
import { useTool } from './use-tool.ts'

/** The rows of a list, and the removal of one. */
interface List {
  readonly ids: readonly string[]
  remove(id: string): void
}

type Delete = (list: List, id: string, ctx: ToolContext) => unknown

interface Way {
  /** True if the rows share one tool. Otherwise each has a tool of its own name. */
  readonly isInstance: boolean
  readonly effect: 'write' | 'destructive'
  readonly run: Delete
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The ways in which people write a handler that deletes its own row. */
const handlers: Record<string, Delete> = {
  sync: ({ remove }, id) => {
    remove(id)
    return { deleted: id }
  },
  'sync, and rendered at once': ({ remove }, id) => {
    flushSync(() => remove(id))
    return { deleted: id }
  },
  async: async ({ remove }, id) => {
    await Promise.resolve()
    remove(id)
    return { deleted: id }
  },
  'async, after a request': async ({ remove }, id) => {
    await nextTask()
    remove(id)
    return { deleted: id }
  },
  'async, rendered at once after a request': async ({ remove }, id) => {
    await nextTask()
    flushSync(() => remove(id))
    return { deleted: id }
  },
  'outliving it': async ({ remove }, id, ctx) => {
    ctx.outlive()
    remove(id)
    for (let tasks = 0; tasks < 10; tasks++) await nextTask()
    return { deleted: id }
  },
}

/** The places in which people keep the list. */
const places: Record<string, () => () => List> = {
  'an external store': () => {
    const listeners = new Listeners()
    let ids: readonly string[] = ['a', 'b']
    const remove = (id: string): void => {
      ids = ids.filter((other) => other !== id)
      listeners.announce()
    }
    return () => ({ ids: useSyncExternalStore(listeners.subscribe, () => ids), remove })
  },
  'the state of a component': () => () => {
    const [ids, setIds] = useState<readonly string[]>(['a', 'b'])
    return { ids, remove: (id) => setIds((before) => before.filter((other) => other !== id)) }
  },
}

function Row({ id, list, way }: { id: string; list: List; way: Way }): ReactElement {
  const { isInstance, effect, run } = way
  useTool({
    name: isInstance ? 'delete_row' : `delete_${id}`,
    description: 'Deletes a row.',
    effect,
    ...(isInstance && { subject: { id, label: `Row ${id}` } }),
    handler: (_, ctx) => run(list, id, ctx),
  })
  return <li>{id}</li>
}

/** Creates the component of a list. */
function createRows(useList: () => List, way: Way): () => ReactNode {
  return function Rows() {
    const list = useList()
    return list.ids.map((id) => <Row key={id} {...{ id, list, way }} />)
  }
}

const asked = (isInstance: boolean) =>
  calls(isInstance ? call('delete_row', { instance: 'a' }) : call('delete_a'))

const answerOf = ({ history }: Agent): ToolMessage | undefined =>
  history.messages.find((message) => message.role === 'tool')

/** Resolves with the answer of the one call, which a user allows if it waits for one. */
async function answerIn(agent: Agent, tool: string): Promise<ToolMessage | undefined> {
  agent.pending.attach('approval')
  await expect.poll(() => agent.scopes.find(tool)).toBeDefined()
  const stop = agent.pending.subscribe(({ items: [request] }) => {
    if (request) queueMicrotask(() => agent.pending.approve(request.id))
  })
  await agent.chat('Delete a')
  stop()
  return answerOf(agent)
}

describe('a handler that takes its own row off the page', () => {
  for (const isInstance of [true, false]) {
    for (const effect of ['write', 'destructive'] as const) {
      for (const [place, createList] of Object.entries(places)) {
        for (const [way, run] of Object.entries(handlers)) {
          const named = isInstance ? 'an instance' : 'a tool of its own name'
          it(`R66 is answered with its result: ${named}, ${effect}, in ${place}, ${way}`, async () => {
            const Rows = createRows(createList(), { isInstance, effect, run })
            const agent = createAgent({ model: scriptedModel([asked(isInstance), 'Done']) })
            const screen = await render(
              <AgentProvider agent={agent}>
                <Rows />
              </AgentProvider>,
            )
            const answer = await answerIn(agent, isInstance ? 'delete_row' : 'delete_a')
            expect(answer).toMatchObject({ status: 'ok', content: '{"deleted":"a"}' })
            await expect.poll(() => screen.container.textContent).toBe('b')
          })
        }
      }
    }
  }

  for (const isOptimistic of [false, true]) {
    it(`R66 is answered with its result: a mutation${isOptimistic ? ' that shows it at once' : ''}`, async () => {
      const client = new QueryClient()
      const server = { ids: ['a', 'b'] }
      const agent = createAgent({ model: scriptedModel([asked(true), 'Done']) })
      function Item({ id }: { id: string }): ReactElement {
        useMutationTool<Record<string, never>, { deleted: string }>({
          client,
          name: 'delete_row',
          description: 'Deletes a row.',
          subject: { id, label: id },
          mutation: {
            mutationFn: async () => {
              for (let tasks = 0; tasks < 20; tasks++) await nextTask()
              server.ids = server.ids.filter((other) => other !== id)
              return { deleted: id }
            },
          },
          invalidates: [['rows'], ['slow']],
          ...(isOptimistic && {
            optimistic: (_args, change) =>
              change(['rows'], (ids: string[]) => ids.filter((other) => other !== id)),
          }),
        })
        return <li>{id}</li>
      }
      function Items(): ReactNode {
        const { data = [] } = useQuery({
          queryKey: ['rows'],
          queryFn: () => Promise.resolve(server.ids),
        })
        useQuery({
          queryKey: ['slow'],
          queryFn: async () => {
            for (let tasks = 0; tasks < 50; tasks++) await nextTask()
            return 1
          },
        })
        return data.map((id) => <Item key={id} id={id} />)
      }
      const screen = await render(
        <QueryClientProvider client={client}>
          <AgentProvider agent={agent}>
            <Items />
          </AgentProvider>
        </QueryClientProvider>,
      )
      expect(await answerIn(agent, 'delete_row')).toMatchObject({
        status: 'ok',
        content: '{"deleted":"a"}',
      })
      expect(screen.container.textContent).toBe('b')
    })
  }

  it('R66 is cancelled if it neither returns nor outlives the row', async () => {
    const agent = createAgent({ model: scriptedModel([asked(true), 'Done']) })
    const useList = places['an external store']?.() ?? expect.fail()
    let reason: unknown
    const run: Delete = ({ remove }, id, { signal }) => {
      remove(id)
      signal.addEventListener('abort', () => (reason = signal.reason))
      return new Promise(() => undefined)
    }
    const Rows = createRows(useList, { isInstance: true, effect: 'write', run })
    await render(
      <AgentProvider agent={agent}>
        <Rows />
      </AgentProvider>,
    )
    const answer = await answerIn(agent, 'delete_row')
    expect(answer).toMatchObject({ status: 'interrupted' })
    expect(reason).toMatchObject({ kind: 'scope_ended' })
  })
})

describe('a handler that closes the part of the page that its agent belongs to', () => {
  it('R66 is answered with its result', async () => {
    const made: Agent[] = []
    const createPageAgent = (): Agent => {
      const endless = { gate: new Promise<void>(() => undefined), text: 'Done' }
      const agent = createAgent({ model: scriptedModel([calls(call('close')), endless]) })
      made.push(agent)
      return agent
    }
    let setOpen: (isOpen: boolean) => void = () => undefined
    function Close(): undefined {
      useTool({
        name: 'close',
        description: 'Closes the panel.',
        handler: async () => {
          await nextTask()
          flushSync(() => setOpen(false))
          return 'closed'
        },
      })
    }
    function Page(): ReactNode {
      const [isOpen, set] = useState(true)
      setOpen = set
      return (
        isOpen && (
          <AgentProvider agent={createPageAgent}>
            <Close />
          </AgentProvider>
        )
      )
    }
    await render(<Page />)
    const agent = made[0] ?? expect.fail('There is no agent.')
    await expect.poll(() => agent.scopes.find('close')).toBeDefined()
    const run = agent.chat('Close it')
    await expect(run).rejects.toMatchObject({ reason: { kind: 'scope_ended' } })
    expect(answerOf(agent)).toMatchObject({ status: 'ok', content: '"closed"' })
  })
})
