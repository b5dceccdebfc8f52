import { createAgent, ModelError } from '@ambit/core'
import { call, calls, type Reply, scriptedModel, text } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from './agent-provider.tsx'
import { useAgent, type UseAgentResult } from './use-agent.ts'

/** Renders one component that uses the session. */
async function session(replies: Reply[], options: Partial<Parameters<typeof createAgent>[0]> = {}) {
  const model = scriptedModel(replies)
  const agent = createAgent({ model, request: { retry: { max: 0 } }, ...options })
  const at: { current: UseAgentResult | undefined } = { current: undefined }
  const Page = (): ReactElement => {
    const result = useAgent()
    at.current = result
    return (
      <>
        <output>{result.status}</output>
        <ul>
          {result.queue.map(({ runId, input, cancel }) => (
            <li key={runId}>
              <button onClick={cancel}>Drop {String(input)}</button>
            </li>
          ))}
        </ul>
        {result.messages.map((message) => (
          <p key={message.id}>
            {typeof message.content === 'string' && message.content}
            {message.role === 'assistant' &&
              !message.finishReason &&
              (result.status === 'idle' ? ' (stopped)' : ' …')}
          </p>
        ))}
      </>
    )
  }
  const screen = await render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>
    </StrictMode>,
  )
  const chat: UseAgentResult['chat'] = (input, chatOptions) => {
    if (!at.current) throw new Error('Nothing is rendered.')
    return at.current.chat(input, chatOptions)
  }
  const resume: UseAgentResult['resume'] = (resumeOptions) => {
    if (!at.current) throw new Error('Nothing is rendered.')
    return at.current.resume(resumeOptions)
  }
  const said = (): unknown[] => agent.history.messages.map(({ content }) => content)
  return { agent, model, screen, chat, resume, said, cancel: () => at.current?.cancel() }
}

const gated = () => {
  const gate = Promise.withResolvers<string>()
  return { reply: () => gate.promise, open: gate.resolve }
}

describe('resume with results', () => {
  it('R12 goes on with the results of returned calls, and never rejects', async () => {
    const { agent, chat, resume } = await session([calls(call('x', {}, 'c1')), 'done'], {
      calls: { mode: 'return' },
    })
    const returned = (await chat('go'))?.calls
    expect(returned).toMatchObject([{ id: 'c1', name: 'x' }])
    expect(await resume({ results: [] })).toBeUndefined()
    expect((await resume({ results: [{ callId: 'c1', result: 1 }] }))?.content).toBe('done')
    expect(agent.history.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
  })
})

describe('chat while a run goes on', () => {
  it('R47 waits by default, and one that waits can be dropped', async () => {
    const { reply, open } = gated()
    const { screen, chat, said } = await session([reply, 'three'])
    const first = chat('1')
    const second = chat('2')
    const third = chat('3')
    await screen.getByRole('button', { name: 'Drop 2' }).click()
    expect(await second).toBeUndefined()
    await expect.element(screen.getByRole('listitem')).toHaveTextContent('Drop 3')
    expect(second.status).toBe('cancelled')
    open('one')
    await Promise.all([first, third])
    expect(said()).toEqual(['1', 'one', '3', 'three'])
    await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
  })

  it('R47 joins it with `steer`', async () => {
    const { reply, open } = gated()
    const { model, chat, said } = await session([reply, 'both'])
    const first = chat('1')
    await model.requested(1)
    const joined = chat('and this', { onBusy: 'steer' })
    expect(joined.id).toBe(first.id)
    open('one')
    await first
    expect(said()).toEqual(['1', 'one', 'and this', 'both'])
  })

  it('R47 takes its place with `interrupt`', async () => {
    const { screen, chat } = await session([{ text: 'Well', hang: true }, 'two'])
    const first = chat('1')
    await expect.element(screen.getByText('Well …')).toBeVisible()
    const second = chat('2', { onBusy: 'interrupt' })
    expect(await second).toMatchObject({ content: 'two' })
    expect(first.status).toBe('cancelled')
  })

  it('R47 is refused with `reject`, which its own run tells, and the other goes on', async () => {
    const { reply, open } = gated()
    const { agent, chat, said } = await session([reply])
    const first = chat('1')
    const refused = chat('2', { onBusy: 'reject' })
    expect(await refused).toBeUndefined()
    const errors: unknown[] = []
    for await (const event of refused) if (event.type === 'agent:failed') errors.push(event.error)
    expect(errors).toMatchObject([{ code: 'busy' }])
    expect(agent.getState().error).toBeUndefined()
    open('one')
    expect(await first).toMatchObject({ content: 'one' })
    expect(said()).toEqual(['1', 'one'])
  })
})

describe('chat of an agent with `onBusy`', () => {
  it('R47 does as the agent says, unless the call says otherwise', async () => {
    const { reply, open } = gated()
    const { model, screen, chat } = await session([reply, 'both', 'last'], { onBusy: 'steer' })
    const first = chat('1')
    await model.requested(1)
    expect(chat('2').id).toBe(first.id)
    const queued = chat('3', { onBusy: 'queue' })
    const waiting = (): string[] =>
      screen
        .getByRole('listitem')
        .elements()
        .map((each) => each.textContent)
    await expect.poll(waiting).toEqual(['Drop 2', 'Drop 3'])
    open('one')
    expect(await first).toMatchObject({ content: 'both' })
    expect(await queued).toMatchObject({ content: 'last' })
  })
})

describe('chat with `replaces`', () => {
  it('R47 interrupts, also for an agent with `onBusy`, unless the call says otherwise', async () => {
    const { reply, open } = gated()
    const { agent, chat, said } = await session([{ text: 'Well', hang: true }, reply, 'last'], {
      onBusy: 'queue',
    })
    const first = chat('1')
    await expect.poll(() => agent.getState().draft?.content).toBe('Well')
    const replaces = agent.history.messages[0]?.id
    const second = chat('2', { replaces })
    expect(await first).toBeUndefined()
    expect(first.status).toBe('cancelled')
    const third = chat('3', { replaces, onBusy: 'queue' })
    open('two')
    expect(await second).toMatchObject({ content: 'two' })
    expect(await third).toMatchObject({ content: 'last' })
    expect(said()).toEqual(['3', 'last'])
  })
})

describe('chat', () => {
  it('takes parts and files', async () => {
    const { chat, model } = await session(['A dot'])
    const file = new File([new Uint8Array([1, 2, 3])], 'dot.png', { type: 'image/png' })
    await chat([
      { type: 'text', text: 'What is this?' },
      { type: 'image', data: file },
    ])
    expect(model.requests[0]?.prompt[0]).toMatchObject({
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'file', mediaType: 'image/png', filename: 'dot.png' },
      ],
    })
  })

  it('keeps what came before a cancel, without a `finishReason`', async () => {
    const { agent, screen, chat, cancel } = await session([{ text: 'So far', hang: true }])
    const run = chat('Go')
    await expect.element(screen.getByText('So far …')).toBeVisible()
    cancel()
    await run
    await expect.element(screen.getByText('So far (stopped)')).toBeVisible()
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'So far' })
    expect(agent.history.messages.at(-1)).not.toHaveProperty('finishReason')
    expect(agent.getState()).toMatchObject({ cancelled: { kind: 'user' } })
  })

  it('keeps what came before an error, without a `finishReason`, and puts it aside on retry', async () => {
    const broken = {
      text: 'Half',
      breakWith: new ModelError('Gone', { kind: 'gone', isRetryable: false }),
    }
    const { agent, screen, chat } = await session([broken, 'Whole'])
    await chat('Go')
    await expect.element(screen.getByText('Half (stopped)')).toBeVisible()
    const half = agent.history.head
    await agent.resume()
    await expect.element(screen.getByText('Whole', { exact: true })).toBeVisible()
    expect(screen.getByText('Half (stopped)').query()).toBeNull()
    expect(agent.history.branches(half ?? '')).toHaveLength(2)
  })

  it('closes the calls of a run that is cancelled, and the next message goes on from there', async () => {
    const { agent, chat, cancel, said } = await session([
      text('Look', calls(call('nowhere'), call('nowhere'))),
      { text: 'Never', hang: true },
      'On',
    ])
    const run = chat('Go')
    await expect.poll(() => agent.getState().draft?.content).toBe('Never')
    cancel()
    await run
    await chat('And on')
    expect(said().at(-1)).toBe('On')
    expect(agent.history.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'user',
      'assistant',
    ])
  })
})
