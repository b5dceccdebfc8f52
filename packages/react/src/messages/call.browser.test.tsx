import { type Agent, createAgent, jsonSchema } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { forwardRef, lazy, memo, type ReactElement, StrictMode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import type { RenderProps } from '../tools/render-props.ts'
import { Call } from './call.tsx'
import { useMessage } from './use-message.ts'
import { useMessages } from './use-messages.ts'
import { useTool } from '../tools/use-tool.ts'
import { useCallRenderer } from './use-call-renderer.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const chart = z.object({
  title: z.string(),
  series: z.array(z.object({ label: z.string() })),
  unit: z.string().default('EUR'),
})

const agentWith = (...replies: Reply[]) => createAgent({ model: scriptedModel(replies) })

/** Shows all calls of a conversation, each by its tool or by a plain card. */
const Calls = (): ReactElement => (
  <main>
    {useMessages().ids.map((id) => (
      <CallsOf key={id} id={id} />
    ))}
  </main>
)

function CallsOf({ id }: { id: string }): ReactElement[] | null {
  const message = useMessage(id)
  if (message?.role !== 'assistant') return null
  return (message.calls ?? []).map(({ id: callId, name }) => (
    <Call key={callId} id={callId} fallback={<p>card of {name}</p>} />
  ))
}

const page = (agent: Agent, ...children: ReactElement[]) => (
  <StrictMode>
    <AgentProvider agent={agent}>
      <Calls />
      {children.map((child, index) => (
        <div key={index}>{child}</div>
      ))}
    </AgentProvider>
  </StrictMode>
)

const say = ({ state, args, writing, result, error, percent, message }: RenderProps) => (
  <figure aria-label={`call ${String(args['title'])}`}>
    {[
      state,
      JSON.stringify(args),
      writing,
      JSON.stringify(result),
      error?.message,
      percent,
      message,
    ]
      .filter((part) => part !== undefined)
      .join(' | ')}
  </figure>
)

describe('useTool({ render })', () => {
  it('shows a call from its first letter to its result', async () => {
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let deltas = 0
    const model = scriptedModel(
      [calls(call('chart', '{"title":"Sales","series":[{"label":"May"}]}')), 'Done'],
      {
        cut: 14,
        before: async (part) => {
          if (part.type === 'tool-input-delta' && deltas++ === 1) await steps[0]?.promise
        },
      },
    )
    const agent = createAgent({ model })
    const started = Promise.withResolvers<(percent: number) => void>()
    function Charts(): undefined {
      useTool({
        name: 'chart',
        description: 'Draws.',
        parameters: chart,
        handler: async (_, ctx) => {
          started.resolve((percent) => ctx.progress({ percent, message: 'Drawing' }))
          await steps[1]?.promise
          return { drawn: new Date(0) }
        },
        render: say as never,
      })
    }
    const screen = await render(page(agent, <Charts />))
    const run = agent.chat('Draw')
    await expect
      .element(screen.getByText('input-streaming | {"title":"Sale"} | title'))
      .toBeVisible()
    steps[0]?.resolve()
    const whole = '{"title":"Sales","series":[{"label":"May"}],"unit":"EUR"}'
    await expect.element(screen.getByText(`running | ${whole}`)).toBeVisible()
    const report = await started.promise
    report(40)
    await expect.element(screen.getByText(`running | ${whole} | 40 | Drawing`)).toBeVisible()
    steps[1]?.resolve()
    await run
    await expect
      .element(screen.getByRole('figure', { name: 'call Sales' }))
      .toHaveTextContent(`succeeded | ${whole} | {"drawn":"1970-01-01T00:00:00.000Z"}`)
  })

  it('gives the value the handler returned, and after a reload its JSON', async () => {
    const agent = agentWith(calls(call('when')), 'Done')
    const seen: unknown[] = []
    function When(): undefined {
      useTool({
        name: 'when',
        description: 'When.',
        handler: () => ({ at: new Date(0) }),
        render: ({ result }) => {
          if (result) seen.push(result.at)
          return null
        },
      })
    }
    const screen = await render(page(agent, <When />))
    await agent.chat('When?')
    await expect.poll(() => seen.at(-1)).toEqual(new Date(0))
    await screen.unmount()
    const again = agentWith()
    again.history.load(agent.history.messages)
    await render(page(again, <When />))
    await expect.poll(() => seen.at(-1)).toBe('1970-01-01T00:00:00.000Z')
  })

  it.each([
    ['failed', { ok: 1 }, undefined],
    ['failed', {}, 'It broke.'],
    ['interrupted', {}, 'cancel'],
  ])('shows a call that is %s', async (state, args, how) => {
    const agent = agentWith(calls(call('fragile', args)), 'Done')
    const parameters = jsonSchema<{ ok?: string }>({
      type: 'object',
      properties: { ok: { type: 'string' } },
    })
    function Fragile(): undefined {
      useTool({
        name: 'fragile',
        description: 'Breaks.',
        parameters,
        handler: () => {
          if (how === 'cancel') return new Promise<never>(() => undefined)
          throw new Error(how)
        },
        render: (view) => <p>{`${view.state}: ${view.error?.message}`}</p>,
      })
    }
    const screen = await render(page(agent, <Fragile />))
    const run = agent.chat('Go').catch(() => undefined)
    if (how === 'cancel') {
      await expect.element(screen.getByText('running: undefined')).toBeVisible()
      agent.cancel({ kind: 'user' })
    }
    await run
    const told =
      how === 'cancel' ? /interrupted: / : how ? `failed: ${how}` : /failed: .*expected string/
    await expect.element(screen.getByText(told)).toBeVisible()
    expect(state).toBe(String(told).includes('interrupted') ? 'interrupted' : 'failed')
  })

  it('shows what waits for approval, and what was denied', async () => {
    const agent = agentWith(calls(call('wipe')), 'Fine')
    agent.pending.attach('approval')
    function Wipe(): undefined {
      useTool({
        name: 'wipe',
        description: 'Wipes.',
        effect: 'destructive',
        handler: () => 1,
        render: ({ state, error }) => <p>{`${state} ${error?.message ?? ''}`}</p>,
      })
    }
    const screen = await render(page(agent, <Wipe />))
    const run = agent.chat('Go')
    await expect.element(screen.getByText('awaiting-approval')).toBeVisible()
    const [request] = agent.pending.list('approval')
    agent.pending.deny(request?.id ?? '', 'Not that one')
    await run
    await expect.element(screen.getByText(/denied .*Not that one/)).toBeVisible()
  })

  it('R57 shows what was run where a user changed it', async () => {
    const agent = agentWith(calls(call('draw', { title: 'Sales', series: [] })), 'Fine')
    agent.pending.attach('approval')
    function Draw(): undefined {
      useTool({
        name: 'draw',
        description: 'Draws.',
        parameters: chart,
        approval: true,
        handler: () => 1,
        render: say,
      })
    }
    const screen = await render(page(agent, <Draw />))
    const run = agent.chat('Go')
    const asked = '{"title":"Sales","series":[],"unit":"EUR"}'
    await expect.element(screen.getByText(`awaiting-approval | ${asked}`)).toBeVisible()
    const [request] = agent.pending.list('approval')
    agent.pending.approve(request?.id ?? '', { args: { title: 'Costs', series: [] } })
    await run
    const ran = '{"title":"Costs","series":[],"unit":"EUR"}'
    await expect.element(screen.getByText(`succeeded | ${ran} | 1`)).toBeVisible()
  })

  it('shows the history after the owner has gone, and follows its latest commit before', async () => {
    const agent = agentWith(calls(call('note')), 'Done')
    function Note({ mark }: { mark: string }): undefined {
      useTool({
        name: 'note',
        description: 'Notes.',
        handler: () => 1,
        render: ({ state }) => <p>{`${state} ${mark}`}</p>,
      })
    }
    const screen = await render(page(agent, <Note mark="one" />))
    await agent.chat('Go')
    await expect.element(screen.getByText('succeeded one')).toBeVisible()
    await screen.rerender(page(agent, <Note mark="two" />))
    await expect.element(screen.getByText('succeeded two')).toBeVisible()
    await screen.rerender(page(agent))
    expect(agent.scopes.tools).toEqual([])
    await expect.element(screen.getByText('succeeded two')).toBeVisible()
  })

  it('lets `render` use hooks, and keeps their state from call to result', async () => {
    const agent = agentWith(calls(call('pick')), 'Done')
    const picked = Promise.withResolvers<string>()
    function Pick(): undefined {
      useTool({
        name: 'pick',
        description: 'Picks.',
        handler: () => picked.promise,
        render: Picker,
      })
    }
    function Picker({ state }: RenderProps<Record<string, never>, string>): ReactElement {
      const [count, setCount] = useState(0)
      return <button onClick={() => setCount(count + 1)}>{`${state} ${count}`}</button>
    }
    const screen = await render(page(agent, <Pick />))
    const run = agent.chat('Go')
    await screen.getByRole('button', { name: 'running 0' }).click()
    await expect.element(screen.getByRole('button', { name: 'running 1' })).toBeVisible()
    picked.resolve('this')
    await run
    await expect.element(screen.getByRole('button', { name: 'succeeded 1' })).toBeVisible()
  })

  it('renders only the call a delta belongs to', async () => {
    const gate = Promise.withResolvers<void>()
    let deltas = 0
    const model = scriptedModel(
      [
        calls(call('first', { title: 'x'.repeat(20) }), call('second', { title: 'y'.repeat(40) })),
        'Done',
      ],
      {
        cut: 4,
        before: async (part) => {
          if (part.type === 'tool-input-delta' && deltas++ === 11) await gate.promise
          else await new Promise((resolve) => requestAnimationFrame(resolve))
        },
      },
    )
    const agent = createAgent({ model })
    const renders: Record<string, number> = { first: 0, second: 0, bystander: 0 }
    const parameters = z.object({ title: z.string() })
    const count = ({ tool, state, args }: RenderProps<{ title: string }>) => {
      renders[tool] = (renders[tool] ?? 0) + 1
      return <p>{`${tool} ${state} ${args.title?.length}`}</p>
    }
    function Owner({ name }: { name: string }): undefined {
      renders['bystander'] = (renders['bystander'] ?? 0) + 1
      useTool({ name, description: name, parameters, handler: () => 1, render: count })
    }
    const screen = await render(
      <AgentProvider agent={agent}>
        <Calls />
        <Owner name="first" />
        <Owner name="second" />
      </AgentProvider>,
    )
    const run = agent.chat('Go')
    await expect.poll(() => deltas).toBeGreaterThan(11)
    await expect.element(screen.getByText(/^second input-streaming/)).toBeVisible()
    const before = { ...renders }
    gate.resolve()
    await expect.element(screen.getByText('second succeeded 40')).toBeVisible()
    await run
    expect(renders['second']).toBeGreaterThan((before['second'] ?? 0) + 3)
    // The call has meanwhile been pending, running and answered.
    expect(renders['first']).toBeLessThanOrEqual((before['first'] ?? 0) + 3)
    expect(renders['bystander']).toBe(2)
  })

  it('shows the fallback in place of a renderer that throws, until the next state', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue()
    const agent = agentWith(calls(call('careless', { items: [1] })), 'Done')
    const release = Promise.withResolvers<number>()
    function Careless(): undefined {
      useTool({
        name: 'careless',
        description: 'Throws.',
        parameters: z.object({ items: z.array(z.number()) }),
        handler: () => release.promise,
        render: ({ state }) => {
          if (state === 'running') throw new Error('no')
          return <p>{`shown ${state}`}</p>
        },
      })
    }
    const screen = await render(page(agent, <Careless />))
    const run = agent.chat('Go')
    await expect.element(screen.getByText('card of careless')).toBeVisible()
    release.resolve(1)
    await run
    await expect.element(screen.getByText('shown succeeded')).toBeVisible()
    expect(errors.mock.calls.filter(([text]) => String(text).startsWith('[ambit]'))).toHaveLength(1)
  })

  it('is the answer where there is no handler', async () => {
    const agent = agentWith(calls(call('card', { title: 'Hello' })))
    function Card(): undefined {
      useTool({
        name: 'card',
        description: 'Shows a card.',
        result: { silent: true },
        parameters: z.object({ title: z.string() }),
        render: ({ args, state }) => <h2>{`${args.title} ${state}`}</h2>,
      })
    }
    const screen = await render(page(agent, <Card />))
    await agent.chat('Show it')
    await expect.element(screen.getByRole('heading', { name: 'Hello succeeded' })).toBeVisible()
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"ok":true}' })
    expect(agent.scopes.find('card')?.tool.effect).toBe('read')
  })

  it('tells the model, where it goes on, that the component is there', async () => {
    const agent = agentWith(calls(call('card')), 'There you are')
    function Card(): undefined {
      useTool({ name: 'card', description: 'Shows.', render: () => <h2>Card</h2> })
    }
    await render(page(agent, <Card />))
    await agent.chat('Show it')
    expect(agent.history.messages.at(2)).toMatchObject({ status: 'ok', content: '{"ok":true}' })
  })

  const Plain = ({ state }: RenderProps): ReactElement => <p>card {state}</p>
  const own = {
    memo: memo(Plain),
    lazy: lazy(async () => ({ default: Plain })),
    forwardRef: forwardRef<unknown, RenderProps>(({ state }, _ref) => <p>card {state}</p>),
  }

  it.each(['memo', 'lazy', 'forwardRef'] as const)(
    'shows a component of the application that %s made; of a tool, and of an instance',
    async (kind) => {
      const agent = agentWith(calls(call('go'), call('ring', { instance: 'a' })), 'Done')
      function Owner(): undefined {
        const tool = { description: 'Goes.', handler: () => 1, render: own[kind] }
        useTool({ name: 'go', ...tool })
        useTool({ name: 'ring', subject: { id: 'a', label: 'A' }, ...tool })
      }
      const screen = await render(page(agent, <Owner />))
      await agent.chat('Go')
      await expect.poll(() => screen.getByText('card succeeded').elements()).toHaveLength(2)
    },
  )

  it('names what a render threw, and why arguments may be missing while they are written', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const agent = agentWith(calls(call('go')), 'Done')
    function Owner(): undefined {
      const show = ({ state }: RenderProps): ReactElement => {
        if (state === 'succeeded') throw new Error('No QueryClient set')
        return <p>mine</p>
      }
      useTool({ name: 'go', description: 'Goes.', handler: () => 1, render: show })
    }
    const screen = await render(page(agent, <Owner />))
    await agent.chat('Go')
    await expect.element(screen.getByText('card of go')).toBeVisible()
    const texts = told.mock.calls.map(([text]) => String(text))
    expect(texts.filter((text) => text.startsWith('[ambit]'))).toEqual([
      '[ambit] The `render` of tool "go" threw, so the call is shown without it. Error: No QueryClient set.',
    ])
  })

  it('leaves calls to the fallback when another owner has no renderer', async () => {
    const agent = agentWith(calls(call('go')), 'Done')
    function Go({ shown }: { shown: boolean }): undefined {
      const tool = { name: 'go', description: 'Goes.', handler: () => 1 }
      useTool(shown ? { ...tool, render: () => <p>mine</p> } : tool)
    }
    const screen = await render(page(agent, <Go key="1" shown />))
    await agent.chat('Go')
    await expect.element(screen.getByText('mine')).toBeVisible()
    await screen.rerender(page(agent, <Go key="2" shown={false} />))
    await expect.element(screen.getByText('card of go')).toBeVisible()
  })
})

describe('useCallRenderer', () => {
  it('shows the calls of a tool that something else registers', async () => {
    const agent = agentWith(calls(call('go')), 'Done')
    const show = (): ReactElement => <p>mine</p>
    function Mine(): undefined {
      useCallRenderer('go', show)
    }
    await agent.chat('Go')
    const screen = await render(page(agent))
    await expect.element(screen.getByText('card of go')).toBeVisible()
    await screen.rerender(page(agent, <Mine />))
    await expect.element(screen.getByText('mine')).toBeVisible()
  })
})
