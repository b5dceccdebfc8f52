import {
  BudgetExceededError,
  type ChosenModel,
  createAgent,
  createProxyModel,
  type LocalModel,
  ModelError,
  Scope,
} from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { cut, writtenModel } from '../../test/text-engine.ts'
import { createDemoModel } from '../demo/index.ts'
import { chooseModel } from './choose-model.ts'
import { constrained } from './constrained.ts'

const reasons = ({ state }: ChosenModel): (string | undefined)[] =>
  state.choices.map(({ reason }) => reason)

/** The client of a proxy, and all that it was to send. */
function proxy(): { sent: string[]; model: ReturnType<typeof createProxyModel> } {
  const sent: string[] = []
  const fetch = vi.fn(async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.stringify([...new Headers(init?.headers)]) + String(init?.body))
    return new Response('{}', { status: 500 })
  })
  return { sent, model: createProxyModel({ baseURL: 'https://a.test', modelId: 'm', fetch }) }
}

describe('chooseModel', () => {
  it('names what is wrong with a list, and takes no promise for a yes', async () => {
    const told = (models: unknown): unknown => {
      try {
        return chooseModel(models as never)
      } catch (error) {
        return (error as Error).message
      }
    }
    const model = scriptedModel(['Hi.'], { modelId: 'a' })
    expect(told(undefined)).toBe('`chooseModel` needs a list of at least one model.')
    expect(told([model, model])).toMatch(/^Model 1 of `chooseModel` is in the list before\./)
    expect(told([model, null])).toMatch(/^Model 1 of `chooseModel` is none\./)
    expect(told([{ when: () => true }])).toMatch(/^Model 0 of `chooseModel` is none\./)
    expect(told([{ model, if: () => true }])).toBe(
      'Model 0 of `chooseModel`: there is no option "if".',
    )
    expect(told([{ model, when: 'no' }])).toBe('Model 0 of `chooseModel`: `when` is no function.')
    expect(() => constrained({} as never)).toThrow('`modelId`')
    const never = { model: scriptedModel([]), when: (async () => true) as never }
    const chosen = chooseModel([never, model])
    const { subscribe } = chosen
    const changed = vi.fn()
    subscribe(changed)
    expect((await createAgent({ model: chosen }).chat('hi')).content).toBe('Hi.')
    expect(reasons(chosen)).toEqual(['It is not for requests like this one.', undefined])
    expect(changed).toHaveBeenCalled()
  })

  it('waits for no download, of which nothing is here yet', async () => {
    const { promise } = Promise.withResolvers<never>()
    const far = constrained(
      writtenModel([], {
        modelId: 'far',
        find: async () => ({ status: 'downloadable', bytes: 1e6 }),
        load: () => promise,
      }),
    )
    const model = chooseModel([far, scriptedModel(['Here.'])])
    far.load().catch(() => undefined)
    await vi.waitFor(() => expect(far.state.status).toBe('loading'))
    expect((await createAgent({ model }).chat('hi')).content).toBe('Here.')
    expect(reasons(model)).toEqual(['It is being downloaded.', undefined])
    far.cancel()
  })
  it('gives a request to the first that works, and says why the others do not', async () => {
    const absent = constrained(
      writtenModel([], {
        modelId: 'absent',
        find: async () => ({ status: 'unavailable', reason: 'No GPU.' }),
      }),
    )
    const far = writtenModel([], {
      modelId: 'far',
      find: async () => ({ status: 'downloadable', bytes: 1e6 }),
    })
    const broken = writtenModel([new Error('worker gone')], { modelId: 'broken' })
    const model = chooseModel([
      absent,
      constrained(far),
      { model: scriptedModel(['never']), when: ({ tools }) => tools > 5 },
      constrained(broken),
      scriptedModel(['Hello.'], { modelId: 'works' }),
    ])
    const changed = vi.fn()
    model.subscribe(changed)
    const agent = createAgent({ model })
    const answered: unknown[] = []
    agent.on('agent:request_completed', ({ modelId }) => answered.push(modelId))
    expect((await agent.chat('hi')).content).toBe('Hello.')
    expect(reasons(model)).toEqual([
      'No GPU.',
      'It must be downloaded first.',
      'It is not for requests like this one.',
      'The model in the page failed. The next call loads it again.',
      undefined,
    ])
    expect(model.state.current?.modelId).toBe('works')
    expect(model.modelId).toBe('works')
    expect(answered).toEqual(['works'])
    expect(changed).toHaveBeenCalled()
    expect(far.loads).toBe(0)
  })

  it('goes on with another model in mid conversation, and keeps the history', async () => {
    const small = writtenModel([['First.'], new Error('out of memory'), ['Third.']])
    const large = scriptedModel(['Second.'])
    const model = chooseModel([constrained(small), large])
    const agent = createAgent({ model })
    const said: string[] = []
    for (const text of ['1', '2', '3']) said.push((await agent.chat(text)).content)
    expect(said).toEqual(['First.', 'Second.', 'Third.'])
    expect(JSON.stringify(large.requests[0]?.prompt)).toContain('First.')
    expect(JSON.stringify(small.requests[2]?.messages)).toContain('Second.')
    expect(small.loads).toBe(2)
  })

  it('does not change the model once something was shown', async () => {
    const small = writtenModel([
      async function* () {
        yield 'Half'
        throw new Error('worker gone')
      },
    ])
    const other = scriptedModel(['Other.'])
    const agent = createAgent({ model: chooseModel([constrained(small), other]) })
    await expect(agent.chat('hi')).rejects.toBeInstanceOf(ModelError)
    expect(other.requests).toHaveLength(0)
  })

  it('decides by the number of tools and the size of a request', async () => {
    const model = chooseModel([
      {
        model: scriptedModel(['small', 'small']),
        when: ({ tools, characters }) => tools <= 12 && characters < 500,
      },
      scriptedModel(['large']),
    ])
    const agent = createAgent({ model })
    expect((await agent.chat('hi')).content).toBe('small')
    expect((await agent.chat('long '.repeat(100))).content).toBe('large')
  })

  it('gives content of a `local` scope to no proxy', async () => {
    const { sent, model: remote } = proxy()
    const small = writtenModel([['{"say":"In the page."}']])
    const model = chooseModel([remote, constrained(small)])
    const agent = createAgent({ model, request: { retry: 0 } })
    const leave = agent.scopes.register(
      new Scope({ name: 'notes', local: true, context: () => 'blood pressure 182' }),
    )
    expect((await agent.chat('hi')).content).toBe('{"say":"In the page."}')
    expect(JSON.stringify(small.requests[0]?.messages)).toContain('blood pressure 182')
    expect(reasons(model)[0]).toContain('content that must not leave it')
    leave()
    await agent.chat('and now?')
    expect(sent).toEqual([])
    // Another conversation may.
    await createAgent({ model, request: { retry: 0 } }).chat('hi')
    expect(sent).toHaveLength(1)
  })

  it('fails with all the reasons if nothing works', async () => {
    const { sent, model: remote } = proxy()
    const model = chooseModel([remote])
    const agent = createAgent({ model, scopes: [new Scope({ name: 'notes', local: true })] })
    const error: unknown = await agent.chat('hi').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'no_model', isRetryable: false })
    expect(String(error)).toContain('m: It is not on this device')
    expect(sent).toEqual([])
    expect(() => chooseModel([])).toThrow('at least one model')
  })

  it('gives the key of the user to the proxy alone', async () => {
    const { sent, model: remote } = proxy()
    const other = scriptedModel(['Hello.'])
    const agent = createAgent({
      model: chooseModel([remote, other]),
      request: { apiKey: 'sk-own', retry: 0 },
    })
    await agent.chat('hi')
    expect(sent.join()).toContain('sk-own')
    expect(JSON.stringify(other.requests)).not.toContain('sk-own')
  })

  it('ends at once when it is cancelled, and asks no other model', async () => {
    const begun = Promise.withResolvers<void>()
    const small = writtenModel([
      async function* (request) {
        begun.resolve()
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
        yield ''
      },
    ])
    const other = scriptedModel(['Other.'])
    const run = createAgent({ model: chooseModel([constrained(small), other]) }).chat('hi')
    await begun.promise
    run.cancel()
    await expect(run).rejects.toMatchObject({ code: 'cancelled' })
    expect(other.requests).toHaveLength(0)
  })

  it('answers with the demo model at the end of the list', async () => {
    const model = chooseModel([
      constrained(writtenModel([], { find: async () => ({ status: 'unavailable' }) })),
      createDemoModel({ chunkDelayMs: 0 }),
    ])
    const agent = createAgent({ model, scopes: [new Scope({ name: 'notes', local: true })] })
    expect((await agent.chat('hello')).content).not.toBe('')
    expect(model.state.current?.modelId).toBe('ambit-demo')
  })

  it('gives a whole answer to callers that do not stream', async () => {
    const model = chooseModel([constrained(writtenModel([cut('hello', 2)]))])
    const { content } = await model.doGenerate({ prompt: [] })
    expect(content).toEqual([{ type: 'text', text: 'hello' }])
  })

  it('books an answer under the model that gave it, a cut one and one from a fallback too', async () => {
    const price = { input: 1e6, output: 1e6 }
    const free = writtenModel([['Mine.'], new Error('gone'), new Error('gone')], {
      modelId: 'free',
    })
    const paid = scriptedModel(['Paid.', { text: 'Cut', hang: true }], { modelId: 'paid' })
    const model = chooseModel([constrained(free), paid])
    const agent = createAgent({ model, prices: { paid: price } })
    expect((await agent.chat('1')).costUsd).toBeUndefined()
    const second = await agent.chat('2')
    expect(second.costUsd).toBeGreaterThan(0)
    expect(second.model).toBe('paid')
    const third = agent.chat('3')
    const before = agent.getState().session.usage.session.costUsd ?? 0
    await vi.waitFor(() => expect(agent.getState().messages.at(-1)?.content).toBe('Cut'))
    third.cancel()
    await expect(third).rejects.toThrow()
    expect(agent.getState().session.usage.session.costUsd).toBeGreaterThan(before)
  })

  it('goes on to the next model if one does not say in time whether it runs here', async () => {
    vi.useFakeTimers()
    const silent = constrained(writtenModel([], { find: () => new Promise(() => undefined) }))
    const model = chooseModel([silent, scriptedModel(['Here.', 'Again.'])])
    const agent = createAgent({ model })
    const run = agent.chat('hi')
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await run).content).toBe('Here.')
    expect(reasons(model)[0]).toBe('It did not say in 5 seconds whether it runs here.')
    expect((await agent.chat('and?')).content).toBe('Again.')
    vi.useRealTimers()
  })

  it('tells the other listeners when one throws, and answers', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const model = chooseModel([scriptedModel(['Here.'])])
    const others = vi.fn()
    model.subscribe(() => {
      throw new Error('bad listener')
    })
    model.subscribe(others)
    expect((await createAgent({ model }).chat('hi')).content).toBe('Here.')
    expect(others).toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  it('says which model answers after a download and after a deletion, before anything is asked', async () => {
    let isHere = false
    const far = constrained(
      writtenModel([['Far.']], {
        modelId: 'far',
        find: async () => ({ status: isHere ? 'available' : 'downloadable', bytes: 1e6 }),
        load: async () => void (isHere = true) as never,
        remove: async () => void (isHere = false),
      }),
    )
    const model = chooseModel([
      { model: far, label: 'On this device' },
      scriptedModel([], { modelId: 'near' }),
    ])
    const seen: (string | undefined)[] = []
    model.subscribe(() => seen.push(model.state.current?.modelId))
    expect(model.state.current).toBeUndefined()
    await far.check()
    expect(model.state.current?.modelId).toBe('near')
    expect(model.state.choices[0]).toMatchObject({ label: 'On this device', kind: 'not_loaded' })
    await far.load()
    expect(model.state.current?.modelId).toBe('far')
    expect(model.state.choices.map(({ kind }) => kind)).toEqual([undefined, undefined])
    await far.remove()
    expect(model.state.current?.modelId).toBe('near')
    expect(seen).toEqual(expect.arrayContaining(['near', 'far']))
    expect(chooseModel([scriptedModel([], { modelId: 'only' })]).state.current?.modelId).toBe(
      'only',
    )
  })

  it('still says that a model has failed once somebody looks whether it is on the device', async () => {
    const near = constrained(writtenModel([new Error('No memory.')], { modelId: 'near' }))
    const far = scriptedModel(['Far.'], { modelId: 'far' })
    const model = chooseModel([near, far])
    expect((await createAgent({ model }).chat('hi')).content).toBe('Far.')
    await near.check()
    expect(near.state.status).toBe('available')
    expect(model.state.current).toBe(far)
    expect(model.state.choices[0]?.kind).toBe('failed')
  })

  it('fails as too large, and asks no engine, if a message is longer than its context', async () => {
    const countTokens = (messages: readonly { content: string }[]): number =>
      messages.reduce((sum, { content }) => sum + content.length, 0)
    const written = writtenModel([['Hi.']], { engine: { contextTokens: 1000, countTokens } })
    const model = chooseModel([
      constrained(written),
      { model: scriptedModel([]), when: () => false },
    ])
    const error = await createAgent({ model })
      .chat('x'.repeat(2000))
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'model', details: { kind: 'too_large' } })
    expect([written.loads, written.requests]).toEqual([1, []])
  })

  it('compares the limit of money with the price of the model that is asked', async () => {
    const price = { input: 1e3, output: 1e3 }
    let isFree = false
    const free = scriptedModel(['Free.', 'Free.'], { modelId: 'free' })
    const paid = scriptedModel(['Paid.', 'Too much.'], { modelId: 'paid' })
    const model = chooseModel([
      { model: free, when: () => isFree },
      { model: paid, when: () => !isFree },
    ])
    const agent = createAgent({ model, prices: { paid: price }, request: { retry: 0 } })
    const long = 'tea '.repeat(400)
    expect((await agent.chat('hi')).content).toBe('Paid.')
    // The model that answered last would cost more than this, and the one that is asked nothing.
    isFree = true
    const limited = agent.with({ limits: { costUsd: 0.1 } })
    expect((await limited.chat(long)).content).toBe('Free.')
    // And the other way round: the last one was free, and the one that is asked is not.
    isFree = false
    await expect(limited.chat('And now?')).rejects.toBeInstanceOf(BudgetExceededError)
    expect(paid.requests).toHaveLength(1)
  })

  it('holds the limit of money against a fallback, too', async () => {
    const broken = writtenModel([new Error('gone')], { modelId: 'free' })
    const paid = scriptedModel(['Too much.'], { modelId: 'paid' })
    const agent = createAgent({
      model: chooseModel([constrained(broken), paid]),
      prices: { paid: { input: 1e3, output: 1e3 }, free: { input: 0, output: 0 } },
      limits: { costUsd: 0.1 },
    })
    await expect(agent.chat('tea '.repeat(400))).rejects.toBeInstanceOf(BudgetExceededError)
    expect(paid.requests).toHaveLength(0)
  })

  it('passes over a model whose rule throws, and says so', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const rule = (): boolean => {
      throw new Error('no such row')
    }
    const model = chooseModel([
      { model: scriptedModel(['Never.']), when: rule },
      scriptedModel(['Here.']),
    ])
    expect((await createAgent({ model }).chat('hi')).content).toBe('Here.')
    expect(reasons(model)[0]).toBe('Its rule failed.')
    expect(model.state.choices[0]?.kind).toBe('when')
    expect(reported).toHaveBeenCalledWith(new Error('no such row'))
    vi.unstubAllGlobals()
  })

  it('waits 5 seconds for the `check` of a model of another kind', async () => {
    vi.useFakeTimers()
    const own: LocalModel = Object.assign(constrained(writtenModel([])), {
      check: () => new Promise<never>(() => undefined),
    })
    const model = chooseModel([own, scriptedModel(['Here.'])])
    const run = createAgent({ model }).chat('hi')
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await run).content).toBe('Here.')
    expect(reasons(model)[0]).toBe('It did not say in 5 seconds whether it runs here.')
    vi.useRealTimers()
  })
})
