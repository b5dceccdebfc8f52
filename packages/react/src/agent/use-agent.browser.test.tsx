import { type Agent, createAgent, ModelError, Tool } from '@ambit/core'
import { call, calls, flush, type Reply, scriptedModel } from '@ambit/testing'
import { Profiler, type ReactElement, StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from './agent-provider.tsx'
import { useAgent, type UseAgentResult } from './use-agent.ts'

function Chat(): ReactElement {
  const { messages, status, error, queue, chat, resume, cancel } = useAgent()
  return (
    <section>
      <output aria-label="status">{status}</output>
      <output aria-label="queue">{queue.length}</output>
      {error instanceof Error && <p role="alert">{error.message}</p>}
      <ul>
        {messages.map((message) => (
          <li key={message.id}>{typeof message.content === 'string' ? message.content : ''}</li>
        ))}
      </ul>
      <button onClick={() => chat('Hello')}>Send</button>
      <button onClick={cancel}>Stop</button>
      <button onClick={() => resume()}>Try again</button>
    </section>
  )
}

const chatWith = async (replies: Reply[], options?: Parameters<typeof scriptedModel>[1]) => {
  const agent = createAgent({
    model: scriptedModel(replies, options),
    request: { retry: { max: 0 } },
  })
  const screen = await render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Chat />
      </AgentProvider>
    </StrictMode>,
  )
  const button = (name: string) => screen.getByRole('button', { name })
  return { agent, screen, button, status: screen.getByLabelText('status') }
}

it('reads the state of the session, which the page and the tools set', async () => {
  const seen: unknown[] = []
  const clear = new Tool({
    name: 'clear',
    description: 'Clear the filter.',
    handler: (_args, { run }) => {
      seen.push(run.state.get())
      run.state.set({ filter: 'none' })
    },
  })
  const agent = createAgent({
    model: scriptedModel([calls(call('clear')), 'Done']),
    tools: [clear],
  })
  let renders = 0
  function Filter(): ReactElement {
    const { agent } = useAgent()
    const { filter = 'all' } = useAgent(({ session }) => session.state) as { filter?: string }
    renders += 1
    return <button onClick={() => agent.sessions.state.set({ filter: 'paid' })}>{filter}</button>
  }
  const screen = await render(
    <AgentProvider agent={agent}>
      <Filter />
    </AgentProvider>,
  )
  await screen.getByRole('button', { name: 'all' }).click()
  await expect.element(screen.getByRole('button', { name: 'paid' })).toBeVisible()
  await agent.chat('Clear it')
  await expect.element(screen.getByRole('button', { name: 'none' })).toBeVisible()
  expect(seen).toEqual([{ filter: 'paid' }])
  expect(renders).toBe(3)
})

/** Counts the renders of a component that reads only this. */
async function countRenders(agent: Agent, read: (result: UseAgentResult) => unknown) {
  const onRender = vi.fn()
  const Reader = (): undefined => void read(useAgent())
  await render(
    <AgentProvider agent={agent}>
      <Profiler id="reader" onRender={onRender}>
        <Reader />
      </Profiler>
    </AgentProvider>,
  )
  onRender.mockClear()
  return onRender
}

describe('useAgent', () => {
  it('shows the conversation, and a message as far as the model has come', async () => {
    const gate = Promise.withResolvers<void>()
    const { screen, button, status } = await chatWith(['Hello, you there'], {
      cut: 7,
      before: (part) =>
        part.type === 'text-delta' && part.delta.includes('you') ? gate.promise : undefined,
    })
    await button('Send').click()
    await expect.element(screen.getByText('Hello,', { exact: true })).toBeVisible()
    await expect.element(status).toHaveTextContent('running')
    gate.resolve()
    await expect.element(screen.getByText('Hello, you there')).toBeVisible()
    await expect.element(status).toHaveTextContent('idle')
    expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  })

  it('keeps an error as state, and goes on from there', async () => {
    const { screen, button, status } = await chatWith([
      { refuse: new ModelError('The model is away', { kind: 'away', isRetryable: false }) },
      'Here I am',
    ])
    await button('Send').click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('The model is away')
    await expect.element(status).toHaveTextContent('idle')
    await button('Try again').click()
    await expect.element(screen.getByText('Here I am')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
    expect(screen.getByText('Hello').elements()).toHaveLength(1)
  })

  it('queues what is sent while a run goes on, and cancels all of it', async () => {
    const { agent, screen, button, status } = await chatWith([{ text: 'Well', hang: true }])
    await button('Send').click()
    await expect.element(screen.getByText('Well')).toBeVisible()
    await button('Send').click()
    await expect.element(screen.getByLabelText('queue')).toHaveTextContent('1')
    await button('Stop').click()
    await expect.element(status).toHaveTextContent('idle')
    await expect.element(screen.getByLabelText('queue')).toHaveTextContent('0')
    expect(screen.getByRole('alert').query()).toBeNull()
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  it('returns a run that can be awaited and never rejects', async () => {
    let result: UseAgentResult | undefined
    const agent = createAgent({ model: scriptedModel(['Hello', { refuse: new Error('Away') }]) })
    await countRenders(agent, (read) => (result = read))
    expect(await result?.chat('Hi')).toMatchObject({ content: 'Hello', status: 'completed' })
    const run = result?.chat('Hi')
    expect(await run).toBeUndefined()
    expect(run?.status).toBe('failed')
  })

  it('renders a component only when something it reads has changed', async () => {
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    const sender = await countRenders(agent, ({ chat }) => chat)
    const status = await countRenders(agent, (result) => result.status)
    const messages = await countRenders(agent, (result) => result.messages)
    await agent.chat('Hi')
    await expect.poll(() => messages.mock.calls.length).toBeGreaterThan(0)
    await expect.poll(() => status.mock.calls.length).toBe(2)
    expect(sender).not.toHaveBeenCalled()
  })

  it('reads the state of the agent by a selector, which may make an object', async () => {
    const remove = new Tool({ name: 'remove', description: 'x', approval: true, handler: () => 1 })
    const agent = createAgent({
      model: scriptedModel([calls(call('remove')), 'Done']),
      tools: [remove],
    })
    agent.pending.attach('approval')
    const renders = vi.fn<() => void>()
    const Facts = (): ReactElement => {
      const { waiting, said } = useAgent(({ pending, messages }) => ({
        waiting: pending.map(({ kind }) => kind).join(),
        said: messages.length,
      }))
      const status = useAgent((state) => state.status)
      renders()
      return <p>{`${said} ${waiting} ${status}`}</p>
    }
    const screen = await render(
      <AgentProvider agent={agent}>
        <Facts />
      </AgentProvider>,
    )
    expect(renders).toHaveBeenCalledTimes(1)
    const run = agent.chat('Remove it')
    await expect.element(screen.getByText('2 approval waiting')).toBeVisible()
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    await run
    await expect.element(screen.getByText('4  idle')).toBeVisible()
  })

  it('changes `messages` at most once a frame, and shows the last delta', async () => {
    const deltas = Array.from({ length: 500 }, (_, n) => `${n} `)
    const agent = createAgent({
      model: scriptedModel([deltas.join('')], {
        cut: 3,
        before: async () => {
          await new Promise((resolve) => setTimeout(resolve))
        },
      }),
    })
    let shown: UseAgentResult['messages'] = []
    let frames = 0
    let frame = requestAnimationFrame(function count() {
      frames++
      frame = requestAnimationFrame(count)
    })
    const renders = await countRenders(agent, ({ messages }) => (shown = messages))
    await agent.chat('Count')
    await expect.poll(() => shown === agent.history.messages).toBe(true)
    cancelAnimationFrame(frame)
    expect(shown.at(-1)?.content).toBe(deltas.join(''))
    // One more: the first change does not wait for a frame.
    expect(renders.mock.calls.length).toBeLessThanOrEqual(frames + 1)
  })

  it('shows the calls of a message that is being written', async () => {
    const gate = Promise.withResolvers<void>()
    const agent = createAgent({
      model: scriptedModel([calls(call('look', { far: true }, 'c1')), 'Done'], {
        before: (part) => (part.type === 'tool-input-end' ? gate.promise : undefined),
      }),
    })
    let shown: UseAgentResult['messages'] = []
    await countRenders(agent, ({ messages }) => (shown = messages))
    const run = agent.chat('Look')
    await expect
      .poll(() => shown.at(-1))
      .toMatchObject({ role: 'assistant', calls: [{ id: 'c1', name: 'look' }] })
    expect(shown.at(-1)).not.toHaveProperty('finishReason')
    const { id } = shown.at(-1) ?? {}
    gate.resolve()
    await run
    expect(agent.history.get(id ?? '')).toMatchObject({ finishReason: 'tool_calls' })
  })

  it('teaches where there is no provider', async () => {
    const quiet = vi.spyOn(console, 'error').mockReturnValue()
    await expect(render(<Chat />)).rejects.toThrow(
      /outside an <AgentProvider>.* If there is one, it is of a second copy of `ambit`/,
    )
    quiet.mockRestore()
  })
})

describe('AgentProvider', () => {
  it('makes an agent once, and cancels its runs when it unmounts', async () => {
    const agents = new Set<Agent>()
    const create = vi.fn(() =>
      createAgent({ model: scriptedModel([{ text: 'Well', hang: true }]) }),
    )
    const Reader = (): ReactElement => {
      const { agent, messages } = useAgent()
      agents.add(agent)
      return <p>{messages.length} messages</p>
    }
    const tree = (
      <AgentProvider agent={create}>
        <Reader />
      </AgentProvider>
    )
    const screen = await render(tree)
    await screen.rerender(tree)
    expect(create).toHaveBeenCalledTimes(1)
    const [agent] = agents
    const run = agent?.chat('Hi')
    await expect.element(screen.getByText('2 messages')).toBeVisible()
    await screen.unmount()
    await expect(run?.result).rejects.toMatchObject({ reason: { kind: 'scope_ended' } })
  })

  it('leaves an agent that it was given alone', async () => {
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    const screen = await render(<AgentProvider agent={agent} />)
    const run = agent.chat('Hi')
    await screen.unmount()
    await flush()
    expect(await run).toMatchObject({ status: 'completed' })
  })
})
