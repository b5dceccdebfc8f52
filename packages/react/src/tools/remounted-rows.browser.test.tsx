import { type Agent, createAgent, type ToolContext, type ToolMessage } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, type ReactNode, StrictMode, Suspense, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { PageBusy } from '../settle/page-busy.tsx'
import { createGate } from '../../test/create-gate.tsx'
import { AgentScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

type Handler = (id: string, ctx: ToolContext, mount: number) => unknown

let mounts = 0

/** Renders a button of a row. The number of its mount tells the mounts of one id apart. */
function Delete({ id, run, asks }: { id: string; run: Handler; asks: boolean }): ReactElement {
  const [mount] = useState(() => ++mounts)
  useTool({
    name: 'delete_row',
    description: 'Deletes a row.',
    approval: asks,
    subject: { id, label: `Row ${id}` },
    handler: (_, ctx) => run(id, ctx, mount),
  })
  return <i>{id}</i>
}

interface TableProps {
  ids: readonly string[]
  run: Handler
  asks?: boolean
}

/** Renders a table whose cells are a new component at each render, as many tables do. */
function Table({ ids, run, asks = false }: TableProps): ReactNode {
  const Cell = ({ id }: { id: string }): ReactElement => <Delete {...{ id, run, asks }} />
  return ids.map((id) => <Cell key={id} id={id} />)
}

const deleteRow = (instance: string) => call('delete_row', { instance })

/** Creates an agent and a page of it, with people who answer approvals and questions. */
function pageOf(...replies: Reply[]) {
  const agent = createAgent({ model: scriptedModel([...replies, 'Done']) })
  agent.pending.attach('approval')
  agent.pending.attach('question')
  const within = (children: ReactNode): ReactElement => (
    <AgentProvider agent={agent}>{children}</AgentProvider>
  )
  return { agent, within }
}

const isThere = async (agent: Agent, tool = 'delete_row'): Promise<void> => {
  await expect.poll(() => agent.scopes.find(tool)).toBeDefined()
}

const isRunning = async (agent: Agent): Promise<void> => {
  await expect.poll(() => agent.calls.getState().get('call_1')?.state).toBe('running')
}

const waiting = async (agent: Agent, instance?: string) => {
  await expect
    .poll(() => agent.pending.list('approval')[0])
    .toMatchObject({ args: instance === undefined ? {} : { instance } })
  return agent.pending.list('approval')[0] ?? expect.fail('Nothing is pending.')
}

const answersOf = ({ history }: Agent): ToolMessage[] =>
  history.messages.filter((message) => message.role === 'tool')

/** Resolves when the page has painted as often as a decision about a departure could need. */
const untilDecided = async (): Promise<void> => {
  for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
}

describe('the calls of rows that are made anew', () => {
  it('R66 asks for the second call of a message after the first made all cells anew', async () => {
    const { agent, within } = pageOf(calls(deleteRow('d4'), deleteRow('d5')))
    const deleted: string[] = []
    let show: (ids: string[]) => void = () => undefined
    function List(): ReactElement {
      const [ids, setIds] = useState(['d3', 'd4', 'd5'])
      show = setIds
      const run: Handler = async (id) => {
        await Promise.resolve()
        deleted.push(id)
        setIds((before) => before.filter((other) => other !== id))
        return id
      }
      return <Table asks {...{ ids, run }} />
    }
    await render(within(<List />))
    await isThere(agent)
    const run = agent.chat('Delete d4 and d5')
    const first = await waiting(agent, 'd4')
    agent.pending.approve(first.id)
    const second = await waiting(agent, 'd5')
    // The list is fetched again, and all cells are made anew once more.
    show(['d3', 'd5'])
    await untilDecided()
    agent.pending.approve(second.id)
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(deleted).toEqual(['d4', 'd5'])
  })

  it('R66 keeps an approval, and runs the handler of the latest mount', async () => {
    const { agent, within } = pageOf(calls(deleteRow('d6')))
    const ran: number[] = []
    const page = () =>
      within(<Table asks ids={['d5', 'd6']} run={(_id, _ctx, mount) => void ran.push(mount)} />)
    const screen = await render(page())
    await isThere(agent)
    const run = agent.chat('Delete d6')
    const request = await waiting(agent)
    // A click on the link of the page that is open.
    await screen.rerender(page())
    await screen.rerender(page())
    await untilDecided()
    expect(agent.pending.list('approval')).toEqual([request])
    agent.pending.approve(request.id)
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }])
    expect(ran).toEqual([mounts])
  })

  it.each([true, false])(
    'R66 names the row that left, while others stay (approval: %s)',
    async (asks) => {
      const { agent, within } = pageOf(calls(deleteRow('d6')))
      const page = (ids: string[]) =>
        within(<Table {...{ ids, asks }} run={() => new Promise(() => undefined)} />)
      const screen = await render(page(['d5', 'd6']))
      await isThere(agent)
      const run = agent.chat('Delete d6')
      await (asks ? waiting(agent) : isRunning(agent))
      await screen.rerender(page(['d5']))
      await run
      const [answer] = answersOf(agent)
      expect(answer?.content).toContain('the instance \\"d6\\" is no longer on the page')
    },
  )

  it('R66 keeps a question, whose answer the handler that asked gets', async () => {
    const { agent, within } = pageOf(calls(deleteRow('a')))
    const page = () => within(<Table ids={['a']} run={(_id, ctx) => ctx.ask('Why?')} />)
    const screen = await render(page())
    await isThere(agent)
    const run = agent.chat('Delete a')
    await expect.poll(() => agent.pending.list('question')).toHaveLength(1)
    const [question] = agent.pending.list('question')
    await screen.rerender(page())
    await untilDecided()
    expect(agent.pending.list('question')).toEqual([question])
    await agent.pending.answer(question?.id ?? '', 'Old')
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok', content: '"Old"' }])
  })

  const waysToRemount: Record<string, (generation: number, table: ReactElement) => ReactElement> = {
    'the cells alone': (_generation, table) => table,
    'the whole scope': (generation, table) => (
      <AgentScope key={generation} name="rows">
        {table}
      </AgentScope>
    ),
    'the list in its scope': (generation, table) => (
      <AgentScope name="rows">
        <div key={generation}>{table}</div>
      </AgentScope>
    ),
    'under StrictMode': (generation, table) => (
      <StrictMode>
        <div key={generation}>{table}</div>
      </StrictMode>
    ),
  }
  for (const [way, wrap] of Object.entries(waysToRemount)) {
    it(`R66 keeps a running call and an approval, where React makes anew: ${way}`, async () => {
      const error = vi.spyOn(console, 'error')
      const { agent, within } = pageOf(calls(deleteRow('a'), deleteRow('b')))
      const gate = Promise.withResolvers<string>()
      const run: Handler = (id) => (id === 'a' ? gate.promise : id)
      const page = (generation: number, asks = false) =>
        within(wrap(generation, <Table ids={['a', 'b']} {...{ run, asks }} />))
      const screen = await render(page(1))
      await isThere(agent)
      const chat = agent.chat('Delete a and b')
      await isRunning(agent)
      await screen.rerender(page(2))
      await untilDecided()
      await screen.rerender(page(3, true))
      gate.resolve('a')
      const request = await waiting(agent)
      await screen.rerender(page(4, true))
      await untilDecided()
      agent.pending.approve(request.id)
      await chat
      expect(answersOf(agent)).toMatchObject([
        { status: 'ok', content: '"a"' },
        { status: 'ok', content: '"b"' },
      ])
      expect(error).not.toHaveBeenCalled()
    })
  }

  it('R66 keeps a call while the list loads, which the page says', async () => {
    const { agent, within } = pageOf(calls(deleteRow('a')))
    const gate = Promise.withResolvers<string>()
    const page = (isLoading: boolean) =>
      within(isLoading ? <PageBusy /> : <Table ids={['a']} run={() => gate.promise} />)
    const screen = await render(page(false))
    await isThere(agent)
    const run = agent.chat('Delete a')
    await isRunning(agent)
    await screen.rerender(page(true))
    expect(agent.scopes.find('delete_row')).toBeUndefined()
    await untilDecided()
    await screen.rerender(page(false))
    await untilDecided()
    gate.resolve('a')
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }])
  })

  it('R66 keeps a call while React hides the list that suspends', async () => {
    const { agent, within } = pageOf(calls(deleteRow('a')))
    const work = Promise.withResolvers<string>()
    const gate = createGate(<b>more</b>)
    const page = (isMore: boolean) =>
      within(
        <Suspense fallback={<p>Loading</p>}>
          <Table ids={['a']} run={() => work.promise} />
          {isMore && <gate.Content />}
        </Suspense>,
      )
    const screen = await render(page(false))
    await isThere(agent)
    const run = agent.chat('Delete a')
    await isRunning(agent)
    await screen.rerender(page(true))
    await expect.element(screen.getByText('Loading')).toBeVisible()
    await untilDecided()
    gate.open()
    await expect.element(screen.getByText('more')).toBeVisible()
    work.resolve('a')
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }])
  })
})

describe('the calls of a tool of its own name that is made anew', () => {
  function Detail({ run, asks = false }: { run: () => unknown; asks?: boolean }): undefined {
    useTool({
      name: 'delete_it',
      description: 'Deletes it.',
      approval: asks,
      handler: run,
    })
  }

  it('R66 go on', async () => {
    const { agent, within } = pageOf(calls(call('delete_it')))
    const gate = Promise.withResolvers<string>()
    const run = () => gate.promise
    const screen = await render(within(<Detail key="1" run={run} />))
    await isThere(agent, 'delete_it')
    const chat = agent.chat('Delete it')
    await isRunning(agent)
    await screen.rerender(within(<Detail key="2" run={run} />))
    await untilDecided()
    gate.resolve('gone')
    await chat
    expect(answersOf(agent)).toMatchObject([{ status: 'ok', content: '"gone"' }])
  })

  it('R66 end while they wait for a user: nothing says that they are of the same thing', async () => {
    const { agent, within } = pageOf(calls(call('delete_it')))
    const ran: string[] = []
    const page = (id: string) => within(<Detail asks key={id} run={() => void ran.push(id)} />)
    const screen = await render(page('Ann'))
    await isThere(agent, 'delete_it')
    const chat = agent.chat('Delete Ann')
    const request = await waiting(agent)
    await screen.rerender(page('Bob'))
    agent.pending.approve(request.id)
    await chat
    expect(answersOf(agent)).toMatchObject([{ status: 'cancelled' }])
    expect(ran).toEqual([])
  })
})
