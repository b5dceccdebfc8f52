import { call, calls, flush, scriptedModel, text } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../test/agent-under-test.ts'
import { pendingOne } from '../test/pending-approvals.ts'
import { runAgent, type RunScope } from './features/code/index.ts'
import { type AgentPlugin, createAgent, Scope, Tool, ToolDeniedError } from './index.ts'

const story = () => [text('Look', calls(call('x', { n: 1 }))), 'done']

const waitFor = async (gate: Promise<void>, next: () => Promise<unknown>): Promise<unknown> => {
  await gate
  return next()
}

/** Returns a plug-in that notes where it is entered and left. */
function noting(name: string, seen: string[], enforce?: 'pre' | 'post'): AgentPlugin {
  const around =
    (member: string) =>
    async (_at: unknown, next: () => Promise<never>): Promise<never> => {
      seen.push(`${name} ${member} in`)
      await flush()
      const result = await next()
      seen.push(`${name} ${member} out`)
      return result
    }
  return {
    name,
    enforce,
    run: around('run'),
    request: around('request'),
    call: around('call'),
    execute: around('execute'),
    message: ({ message }) => void seen.push(`${name} ${message.role}`),
    approve: () => void seen.push(`${name} approve`),
  }
}

describe('plug-ins', () => {
  it('stand around a run in the order of `use`, the first outermost', async () => {
    const seen: string[] = []
    const handler = () => seen.push('handler')
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', handler)],
      use: [noting('a', seen), false, noting('b', seen), noting('p', seen, 'post')],
    })
    await agent.chat('go')
    const within = (member: string, inner: string[], names = ['a', 'b', 'p']): string[] => [
      ...names.map((name) => `${name} ${member} in`),
      ...inner,
      ...names.toReversed().map((name) => `${name} ${member} out`),
    ]
    const told = (role: string): string[] => ['a', 'b', 'p'].map((name) => `${name} ${role}`)
    expect(seen).toEqual(
      within('run', [
        ...told('user'),
        ...within('request', []),
        ...told('assistant'),
        ...within('call', [...told('approve'), ...within('execute', ['handler'])]),
        ...told('tool'),
        ...within('request', []),
        ...told('assistant'),
      ]),
    )
  })

  it('`pre` stands outside of all others, whatever the order', async () => {
    const seen: string[] = []
    const { agent } = agentUnderTest(['done'], {
      use: [noting('last', seen, 'post'), noting('mid', seen), noting('first', seen, 'pre')],
    })
    await agent.chat('go')
    expect(seen.filter((line) => line.endsWith('run in'))).toEqual([
      'first run in',
      'mid run in',
      'last run in',
    ])
  })

  it('charge a call between `execute` and `execute` of `post`', async () => {
    const spent: unknown[] = []
    const note = ({ run }: { run: { id: string } }, next: () => Promise<unknown>) => {
      spent.push(agent.run(run.id)?.report?.charged)
      return next()
    }
    const tool = new Tool({
      name: 'x',
      description: 'x',
      run: { cost: { tokens: 5 } },
      handler: () => 1,
    })
    const { agent } = agentUnderTest(story(), {
      tools: [tool],
      use: [
        { name: 'outer', execute: note },
        { name: 'inner', enforce: 'post', execute: note },
      ],
    })
    await agent.chat('go')
    expect(spent).toEqual([{}, expect.objectContaining({ tokens: 5 })])
  })

  it('refuse a call with an `AgentError`, and the run goes on', async () => {
    for (const member of ['call', 'execute'] as const) {
      const handler = vi.fn()
      const refusing = (): never => {
        throw new ToolDeniedError('x', 'not on Sundays')
      }
      const { agent } = agentUnderTest(story(), {
        tools: [anyTool('x', handler)],
        use: [{ name: 'sunday', [member]: refusing }],
      })
      expect((await agent.chat('go')).content).toBe('done')
      expect(handler).not.toHaveBeenCalled()
      expect(answersIn(agent.history.messages)[0]).toMatchObject({
        status: 'denied',
        content: expect.stringContaining('not on Sundays'),
      })
    }
  })

  it.each(['run', 'request', 'call', 'execute', 'message', 'approve'] as const)(
    'R43 `%s` that throws anything else ends the run with the code `plugin`',
    async (member) => {
      const cause = new Error('a mistake')
      const wrong = (): never => {
        throw cause
      }
      const handler = vi.fn()
      const { agent } = agentUnderTest(story(), {
        tools: [anyTool('x', handler)],
        use: [{ name: 'wrong', [member]: wrong }],
      })
      const run = agent.chat('go')
      expect(await failureOf(run)).toMatchObject({
        code: 'plugin',
        details: { plugin: 'wrong' },
        message: expect.stringContaining('"wrong"'),
        cause,
      })
      expect(run.status).toBe('failed')
      expect(run.events.at(-1)?.type).toBe('agent:failed')
      expect(handler).not.toHaveBeenCalled()
    },
  )

  it.each(['call', 'execute'] as const)(
    'R67 `%s` that throws after the handler does not undo that the call has run',
    async (member) => {
      const { agent } = agentUnderTest(story(), {
        tools: [anyTool('x', () => 'secret')],
        use: [
          {
            name: 'late',
            [member]: async (_at: unknown, next: () => Promise<unknown>) => {
              await next()
              throw new ToolDeniedError('x', 'too late')
            },
          },
        ],
      })
      const run = agent.chat('go')
      expect(await failureOf(run)).toMatchObject({ code: 'denied' })
      const [answer] = answersIn(agent.history.messages)
      expect(answer).toMatchObject({ status: 'ok' })
      expect(answer?.content).not.toContain('secret')
      expect(run.events).toContainEqual(
        expect.objectContaining({ type: 'agent:tool_succeeded', withheld: true }),
      )
    },
  )

  it('change the call, its result and its error', async () => {
    const handler = vi.fn(({ n }: { n: number }) => {
      if (n > 5) throw new Error('too much')
      return n
    })
    const { agent } = agentUnderTest(
      [calls(call('y', { n: 1 })), calls(call('y', { n: 9 })), 'done'],
      {
        tools: [anyTool('x', handler as never)],
        use: [
          {
            name: 'to x',
            call: async ({ call: { arguments: args } }, next) => {
              try {
                return { was: await next({ tool: 'x', args }) }
              } catch {
                return 'instead'
              }
            },
          },
        ],
      },
    )
    await agent.chat('go')
    expect(answersIn(agent.history.messages).map(({ content, name }) => [name, content])).toEqual([
      ['y', '{"was":1}'],
      ['y', '"instead"'],
    ])
  })

  it('may call `next` once, and again in `request` only', async () => {
    const twice = async (_at: unknown, next: () => Promise<never>): Promise<never> => {
      await next()
      return next()
    }
    const { agent, model } = agentUnderTest(['first', 'second'], {
      use: [{ name: 'twice', request: twice }],
    })
    expect((await agent.chat('go')).content).toBe('second')
    expect(model.requests).toHaveLength(2)
    expect(agent.history.messages).toHaveLength(2)
    const other = agentUnderTest(story(), {
      tools: [anyTool('x')],
      use: [{ name: 'twice', call: twice }],
    })
    expect(await failureOf(other.agent.chat('go'))).toMatchObject({
      message: expect.stringContaining('"twice"'),
    })
  })

  it('fall back to another model when the first one fails', async () => {
    const other = scriptedModel(['from the other'], { modelId: 'other' })
    const { agent } = agentUnderTest([() => Promise.reject(new Error('down'))], {
      request: { retry: 0 },
      use: [
        {
          name: 'fallback',
          request: async (_at, next) => {
            const response = await next()
            return response.error ? next({ model: other }) : response
          },
        },
      ],
    })
    const run = agent.chat('go')
    expect((await run).content).toBe('from the other')
    expect(run.events.filter(({ type }) => type === 'agent:request_started')).toHaveLength(2)
  })

  it('hold an answer back until it is whole', async () => {
    const shown: string[] = []
    const { agent } = agentUnderTest(['mail a@b.de now'], {
      use: [
        {
          name: 'no mail',
          request: async ({ onDelta }, next) => {
            onDelta(() => undefined)
            const response = await next()
            return { content: response.content.replace('a@b.de', '[mail]') }
          },
        },
      ],
    })
    agent.on('agent:delta', ({ text: delta }) => shown.push(delta))
    expect((await agent.chat('go')).content).toBe('mail [mail] now')
    expect(shown).toEqual(['mail [mail] now'])
  })

  it('ask a user, or refuse, and the strictest one counts', async () => {
    const decide = vi.fn(() => true)
    const handler = vi.fn(() => 1)
    const make = (use: AgentPlugin[]) =>
      agentUnderTest(story(), { tools: [anyTool('x', handler)], approval: { decide }, use })
    const asking: AgentPlugin = { name: 'asking', approve: () => 'ask' }
    await make([asking, { name: 'silent', approve: () => undefined }]).agent.chat('go')
    expect(decide).toHaveBeenCalledOnce()
    expect(handler).toHaveBeenCalledOnce()
    const denying: AgentPlugin = { name: 'denying', approve: () => ({ deny: 'never' }) }
    const { agent } = make([asking, denying])
    await agent.chat('go')
    expect(decide).toHaveBeenCalledOnce()
    expect(answersIn(agent.history.messages)[0]).toMatchObject({ status: 'denied' })
  })

  it('check again that a tool is on when `execute` has waited', async () => {
    let isOn = true
    const handler = vi.fn()
    const tool = new Tool({ name: 'x', description: 'x', enabled: () => isOn, handler })
    const { agent } = agentUnderTest(story(), {
      tools: [tool],
      use: [
        {
          name: 'slow',
          execute: async (_at, next) => {
            await flush()
            isOn = false
            return next()
          },
        },
      ],
    })
    await agent.chat('go')
    expect(handler).not.toHaveBeenCalled()
    expect(answersIn(agent.history.messages)[0]).toMatchObject({ status: 'disabled' })
  })

  it('run a handler elsewhere', async () => {
    const handler = vi.fn()
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', handler)],
      use: [
        {
          name: 'elsewhere',
          execute: (_at, next) => next({ handler: (args) => ({ elsewhere: args }) }),
        },
      ],
    })
    await agent.chat('go')
    expect(handler).not.toHaveBeenCalled()
    expect(answersIn(agent.history.messages)[0]?.content).toBe('{"elsewhere":{"n":1}}')
  })

  it('change the text of a result that the model gets, and nothing that the page gets', async () => {
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', () => ({ long: 'text' }))],
      use: [
        {
          name: 'short',
          call: ({ toModel }, next) => {
            toModel((json) => json.slice(0, 5))
            return next()
          },
        },
      ],
    })
    const run = agent.chat('go')
    await run
    expect(answersIn(agent.history.messages)[0]?.content).toBe('{"lon')
    expect(run.events).toContainEqual(
      expect.objectContaining({ type: 'agent:tool_succeeded', result: { long: 'text' } }),
    )
  })

  it('that do not end `run` after a failure are left behind after ten seconds', async () => {
    const caught: unknown[] = []
    const { agent, clock } = agentUnderTest([{ refuse: { statusCode: 400 } }, 'Hello'], {
      use: [
        {
          name: 'hangs',
          run: (_at, next) =>
            next().catch((error: unknown) => {
              caught.push(error)
              return new Promise<never>(() => undefined)
            }),
        },
      ],
    })
    const run = agent.chat('go')
    const failure = failureOf(run)
    await expect.poll(() => caught).toHaveLength(1)
    await clock.advance(9_999)
    expect(run.status).toBe('running')
    await clock.advance(1)
    expect(await failure).toBe(caught[0])
    const warned = run.events.find(({ type }) => type === 'agent:warning')
    expect(warned).toMatchObject({ code: 'plugin_late' })
    expect(agent.getState()).toMatchObject({ status: 'idle', error: caught[0] })
    expect((await agent.chat('again')).content).toBe('Hello')
  })

  it('refuse the input of a run, and change its result', async () => {
    const { agent, model } = agentUnderTest(['one'], {
      use: [
        {
          name: 'lower',
          rewritesInput: true,
          run: async ({ input }, next) => {
            if (input === 'NO') throw new ToolDeniedError('chat', 'too loud')
            const result = await next({ input: String(input).toLowerCase() })
            return { ...result, followupSuggestions: ['more'] }
          },
        },
      ],
    })
    expect(await failureOf(agent.chat('NO'))).toMatchObject({ code: 'denied' })
    expect(model.requests).toHaveLength(0)
    expect(await agent.chat('Go')).toMatchObject({ content: 'one', followupSuggestions: ['more'] })
    expect(agent.history.messages[0]).toMatchObject({ content: 'go' })
  })

  it('R103 end a run whose input they change without saying so', async () => {
    const use = [{ name: 'sly', run: (_at, next) => next({ input: 'other' }) }] as AgentPlugin[]
    const { agent, model } = agentUnderTest(['one'], { use })
    expect(await failureOf(agent.chat('Go'))).toMatchObject({ details: { plugin: 'sly' } })
    expect(model.requests).toHaveLength(0)
  })

  it('that is not done is left behind after a cancel', async () => {
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x')],
      use: [
        {
          name: 'never',
          call: async (_at, next) => {
            await next()
            run.cancel()
            return new Promise(() => undefined)
          },
        },
      ],
    })
    const run = agent.chat('go')
    expect(await failureOf(run)).toMatchObject({ code: 'cancelled' })
    expect(answersIn(agent.history.messages)[0]).toMatchObject({ status: 'ok' })
  })

  it.each(['run', 'request', 'call', 'execute'] as const)(
    'R67 change nothing of a later run by a `next` of `%s` that they call after a cancel',
    async (member) => {
      const asked = member === 'call' || member === 'execute' ? 1 : 0
      const gate = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      const handled = Promise.withResolvers<string>()
      let late: Promise<unknown> | undefined
      const { agent, clock } = agentUnderTest([...story().slice(0, asked), ...story()], {
        tools: [anyTool('x', () => handled.promise)],
        use: [
          {
            name: 'slow',
            [member]: async (_at: unknown, next: () => Promise<unknown>) => {
              if (late) return next()
              entered.resolve()
              late = waitFor(gate.promise, next)
              return late
            },
          },
        ],
      })
      const first = agent.chat('first')
      await entered.promise
      first.cancel()
      await flush()
      await clock.advance(100)
      expect(await failureOf(first)).toMatchObject({ code: 'cancelled' })
      const { length } = agent.history.messages
      const second = agent.chat('second')
      await flush()
      gate.resolve()
      expect(await failureOf(late ?? Promise.resolve())).toMatchObject({ code: 'cancelled' })
      await flush()
      handled.resolve('done')
      expect(await second).toMatchObject({ status: 'completed' })
      const { messages } = agent.history
      expect(messages[length]).toMatchObject({ role: 'user', content: 'second' })
      expect(messages.filter(({ content }) => content === 'first')).toHaveLength(1)
      expect(answersIn(messages).at(-1)).toMatchObject({ status: 'ok' })
    },
  )

  it.each(['run', 'request', 'call', 'execute'] as const)(
    'R67 run nothing by a `next` of `%s` that they call after they have answered',
    async (member) => {
      const handler = vi.fn()
      let late: (() => Promise<unknown>) | undefined
      const { agent, model } = agentUnderTest(story(), {
        tools: [anyTool('x', handler, { effect: 'destructive' })],
        approval: { decide: () => true },
        use: [
          {
            name: 'late',
            [member]: (_at: unknown, next: () => Promise<unknown>) => {
              late ??= next
              return { content: 'answered' }
            },
          },
        ],
      })
      await agent.chat('go')
      const asked = model.requests.length
      expect(await failureOf(late?.() ?? Promise.resolve())).toMatchObject({ code: 'plugin' })
      expect(handler).not.toHaveBeenCalled()
      expect(model.requests).toHaveLength(asked)
    },
  )

  it.each(['run', 'request', 'call', 'execute'] as const)(
    'that neither call `next` in `%s` nor return anything are told of their mistake',
    async (member) => {
      const handler = vi.fn()
      const { agent } = agentUnderTest(story(), {
        tools: [anyTool('x', handler)],
        use: [{ name: 'forgetful', [member]: () => undefined }],
      })
      expect(await failureOf(agent.chat('go'))).toMatchObject({
        code: 'plugin',
        message: expect.stringContaining('"forgetful" neither called `next`'),
      })
      expect(handler).not.toHaveBeenCalled()
    },
  )

  it('that return nothing after `next` change nothing', async () => {
    const silent = async (_at: unknown, next: () => Promise<unknown>) => void (await next())
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', () => 7)],
      use: [
        { name: 'silent', run: silent, request: silent, call: silent, execute: silent } as never,
      ],
    })
    expect((await agent.chat('go')).content).toBe('done')
    expect(answersIn(agent.history.messages)[0]).toMatchObject({ status: 'ok', content: '7' })
  })

  it.each([null, 'allow', true, { deny: 1 }])(
    'end the run if `approve` returns something else: %j',
    async (wrong) => {
      const handler = vi.fn()
      const { agent } = agentUnderTest(story(), {
        tools: [anyTool('x', handler)],
        use: [{ name: 'wrong', approve: () => wrong as never }],
      })
      expect(await failureOf(agent.chat('go'))).toMatchObject({ code: 'plugin' })
      expect(handler).not.toHaveBeenCalled()
    },
  )

  it('are set up once and cleaned up when they are removed', async () => {
    const cleanUp = vi.fn()
    const setup = vi.fn((agent) => {
      agent.scopes.register(new Scope({ name: 'own' }))
      return cleanUp
    })
    const { agent } = agentUnderTest(['1', '2'])
    const run = vi.fn((_at, next) => next())
    const remove = agent.use({ name: 'x', setup, run })
    expect(setup).toHaveBeenCalledExactlyOnceWith(agent)
    expect(agent.scopes.has('own')).toBe(true)
    await agent.chat('go')
    remove()
    remove()
    expect(cleanUp).toHaveBeenCalledOnce()
    await agent.chat('again')
    expect(run).toHaveBeenCalledOnce()
  })

  it('stay for a run that goes on when they are removed', async () => {
    const requests: number[] = []
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', () => remove())],
    })
    const remove = agent.use({
      name: 'counting',
      request: ({ run }, next) => {
        requests.push(run.iteration)
        return next()
      },
    })
    await agent.chat('go')
    expect(requests).toEqual([0, 1])
  })

  it('of `with` are added, and replace those of the same name', async () => {
    const seen: string[] = []
    const { agent } = agentUnderTest(['1', '2'], { use: [noting('a', seen), noting('b', seen)] })
    await agent
      .with({ use: [{ name: 'b', message: () => undefined }, noting('c', seen)] })
      .chat('go')
    expect(seen.filter((line) => line.endsWith('run in'))).toEqual(['a run in', 'c run in'])
    seen.length = 0
    await agent.chat('again')
    expect(seen.filter((line) => line.endsWith('run in'))).toEqual(['a run in', 'b run in'])
  })

  it('work in `runAgent`, inside of those of the parent', async () => {
    const seen: string[] = []
    const own = noting('own', seen)
    const { agent } = agentUnderTest(story(), {
      use: [noting('agent', seen)],
      tools: [
        anyTool('x', async (_args, ctx) => {
          seen.length = 0
          const run = await runAgent((code) => code.tool('y', {}, () => 2), {
            parent: ctx,
            use: [own],
          })
          return run.result
        }),
      ],
    })
    await agent.chat('go')
    expect(seen.slice(0, 6)).toEqual([
      'agent run in',
      'own run in',
      'agent call in',
      'own call in',
      'agent approve',
      'own approve',
    ])
    const alone = await runAgent((code) => code.tool('y', {}, () => 2), {
      use: [{ name: 'more', call: async (_at, next) => Number(await next()) + 1 }],
    })
    expect(alone.result).toBe(3)
  })

  it('in `runAgent` ask the user at the page of its parent, and nobody without one', async () => {
    const asking: AgentPlugin = {
      name: 'careful',
      approve: ({ call: { name } }) => (name === 'y' ? 'ask' : undefined),
    }
    const ran: unknown[] = []
    const body = (code: RunScope): Promise<unknown> =>
      code.tool('y', { n: 1 }, (args) => void ran.push(args))
    const { agent } = agentUnderTest(story(), {
      use: [asking],
      tools: [
        anyTool('x', async (_args, ctx) => {
          await runAgent(body, { parent: ctx })
        }),
      ],
    })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id, tool } = await pendingOne(agent)
    expect(tool).toBe('y')
    agent.pending.approve(id)
    await run
    expect(ran).toEqual([{ n: 1 }])
    await expect(runAgent(body, { use: [asking] })).rejects.toMatchObject({ code: 'denied' })
    expect(ran).toHaveLength(1)
  })

  it('are checked: what is none, two of one name, and a member that is no function', () => {
    const make = (use: unknown) => () =>
      createAgent({ model: scriptedModel([]), use: use as AgentPlugin[] })
    expect(make({ name: 'x' })).toThrow(/`use`/)
    expect(make([{ run: () => undefined }])).toThrow(/name/)
    expect(make([{ name: 'x' }, { name: 'x' }])).toThrow(/"x"/)
    expect(make([{ name: 'x', call: {} }])).toThrow(/`call` of plug-in "x"/)
  })

  const rest: string[][] = [[], ['a'], ['preToolCal'], ['a', 'b']]
  it.each(rest)('R101 are refused if they have no member that is called: %s', (...members) => {
    const plugin = Object.fromEntries(members.map((name) => [name, () => undefined]))
    const use = [{ name: 'own', enforce: 'pre', ...plugin }] as AgentPlugin[]
    const ways = [
      () => createAgent({ model: scriptedModel([]), use }),
      () => createAgent({ model: scriptedModel([]) }).with({ use }),
      () => createAgent({ model: scriptedModel([]) }).use(use[0] as AgentPlugin),
      () => runAgent(() => 1, { use }),
    ]
    for (const way of ways) expect(way).toThrow(/Use `/)
    vi.stubEnv('NODE_ENV', 'production')
    for (const way of ways) expect(way).toThrow('(pluginNames)')
    vi.unstubAllEnvs()
  })

  it.each([
    ['validate', 'input'],
    ['preToolCall', 'call'],
    ['beforeToolCall', 'call'],
    ['onToolCall', 'call'],
    ['wrapToolCall', 'call'],
    ['wrapGenerate', 'request'],
    ['beforeModel', 'request'],
    ['onRunStart', 'run'],
    ['onBeforeToolCall', undefined],
    ['onChunk', undefined],
    ['processInput', undefined],
    ['beforeAgent', undefined],
    ['PreToolUse', undefined],
    ['overrideProvider', undefined],
    ['transformParams', 'request'],
    ['middleware', 'approve`, `run'],
  ])('R101 are refused for a member of another SDK, beside one that is called: %s', (name, use) => {
    const plugin = (): unknown => undefined
    const given = { name: 'own', call: plugin, [name]: plugin } as AgentPlugin
    const add = (): unknown => createAgent({ model: scriptedModel([]), use: [given] })
    expect(add).toThrow(use ? `Use \`${use}\`` : 'plug-in')
    vi.stubEnv('NODE_ENV', 'production')
    expect(add).toThrow('(pluginNames)')
    vi.unstubAllEnvs()
  })

  it('R101 may be removed by an object with only their name, for the runs of `with` alone', async () => {
    const agent = createAgent({
      model: scriptedModel(['Done.']),
      use: [{ name: 'loud', run: () => Promise.reject(new Error('It still runs.')) }],
    })
    expect(await agent.with({ use: [{ name: 'loud' }] }).chat('Hi')).toMatchObject({
      content: 'Done.',
    })
    const add = (): unknown => createAgent({ model: scriptedModel([]), use: [{ name: 'none' }] })
    expect(add).toThrow('Plug-in "none"')
  })

  it('R101 may have any other member of their own, and one that is called may be undefined', () => {
    const own = { name: 'own', rows: [], query: () => [], validate: undefined, call: undefined }
    const use = [own as object as AgentPlugin]
    expect(() => createAgent({ model: scriptedModel([]), use })).not.toThrow()
  })

  it('that have a member of nearly the name of one that is called are told of it once', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const use = [{ name: 'near', call: () => 1, requests: () => 1 } as AgentPlugin]
    createAgent({ model: scriptedModel([]), use })
    createAgent({ model: scriptedModel([]), use })
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/"requests" of plug-in "near".*Use `request`/),
    )
    warn.mockRestore()
  })
})
