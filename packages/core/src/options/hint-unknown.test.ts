import { call, calls, scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { followups, repair } from '../features/answers/index.ts'
import { memoryLedger } from '../features/budgets/index.ts'
import { runAgent } from '../features/code/index.ts'
import { hybrid, truncate } from '../features/compaction/index.ts'
import { createAgent, resourceTools, Scope, Tool, toolCache } from '../index.ts'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockReset().mockReturnValue())
afterEach(() => vi.unstubAllEnvs())

const tool = { description: 'x', handler: () => 1 }
const make = (options: object): unknown => createAgent({ model: scriptedModel([]), ...options })
const hints = (): string[] => warn.mock.calls.map(([text]) => String(text))

describe('an option that does not exist', () => {
  it.each([
    ['instruction', '`instructions`'],
    ['system', '`instructions`'],
    ['maxIterations', '`limits: { iterations }`'],
    ['eventBus', '`on`'],
    ['middleware', '`use`'],
    ['price', '`prices`'],
    ['request_', '`request`'],
    ['sessionId', '`session`'],
    ['zzzzzz', 'Correct its name, or leave it out.'],
  ])('is told once, with the right name: %s of an agent', (name, use) => {
    make({ [name]: 'x' })
    make({ [name]: 'x' })
    expect(hints()).toEqual([expect.stringContaining(`"${name}" of an agent`)])
    expect(hints()[0]).toContain(use)
  })

  it('is told of a call, a tool, a scope, and tools of a resource', () => {
    const agent = createAgent({ model: scriptedModel(['a', 'b']) })
    void agent.chat('Hi', { maxSteps: 3 } as object)
    void agent.execute('Hi', { limit: {} } as object)
    const own = { name: 'a', timeoutMs: 5, ...tool }
    new Tool(own)
    const titled = { name: 's', title: 'S' }
    new Scope(titled)
    const get = { schema: {}, ...tool }
    resourceTools('p', { get })
    expect(hints().map((text) => text.replace(/.*option /, ''))).toEqual([
      '"maxSteps" of a call, so it changes nothing. Use `limits: { iterations }`.',
      '"limit" of a call, so it changes nothing. Use `limits`.',
      '"timeoutMs" of tool "a", so it changes nothing. Use `run: { timeout }`.',
      '"title" of scope "s", so it changes nothing. Use `label`.',
      '"schema" of tool "get_p", so it changes nothing. Use `parameters`.',
    ])
  })

  it.each([
    ['remember', 'approval: { remember }'],
    ['toModelOutput', 'result: { toModel }'],
    ['mode', 'result: { silent }'],
    ['cache', 'result: { cache: { ttl } }'],
    ['timeout', 'run: { timeout }'],
    ['retry', 'run: { retry }'],
    ['sandbox', 'run: { sandbox }'],
    ['waitFor', 'run: { waitForScope }'],
    ['tokens', 'run: { cost: { tokens } }'],
    ['costUsd', 'run: { cost: { usd } }'],
    ['charges', 'run: { cost: { custom } }'],
    ['onResume', 'resume: { how }'],
    ['reconcile', 'resume: { reconcile }'],
    ['strict', 'provider: { strict }'],
    ['examples', 'provider: { examples }'],
    ['providerOptions', 'provider: { options }'],
  ])('is told with its place if it was an option of a tool before: %s', (name, use) => {
    const own = { name: `was_${name}`, ...tool, [name]: 'x' }
    new Tool(own)
    expect(hints()).toEqual([
      `[ambit] There is no option "${name}" of tool "was_${name}", so it changes nothing. Use \`${use}\`.`,
    ])
  })

  it.each<[string, object, string, string]>([
    ['approval', { approval: { requiresApproval: true } }, 'requiresApproval', '`when`'],
    ['approval', { approval: { previw: () => 'x' } }, 'previw', '`preview`'],
    ['result', { result: { toModelOutput: () => 'x' } }, 'toModelOutput', '`toModel`'],
    ['run', { run: { waitFor: 'cart' } }, 'waitFor', '`waitForScope`'],
    ['run', { run: { costUsd: 1 } }, 'costUsd', '`cost`'],
    ['run.cost', { run: { cost: { costUsd: 1 } } }, 'costUsd', '`usd`'],
    ['run.sandbox', { run: { sandbox: { allowNetwork: false } } }, 'allowNetwork', '`network`'],
    ['resume', { resume: { onResume: 'ask' } }, 'onResume', '`how`'],
    ['provider', { provider: { providerOptions: {} } }, 'providerOptions', '`options`'],
  ])('is told of a group of a tool: `%s` of %o', (group, options, name, use) => {
    new Tool({ name: `in_${name}_${group.replace('.', '_')}`, ...tool, ...options })
    expect(hints()).toEqual([expect.stringContaining(`"${name}" of \`${group}\` of tool`)])
    expect(hints()[0]).toContain(`Use ${use}.`)
  })

  it.each<[string, (given: object) => unknown, object, string]>([
    ['followups', followups, { count: 2 }, '`max`'],
    ['hybrid', hybrid as never, { maxContextTokens: 9, priorityOrder: [] }, 'Correct its name'],
    ['memoryLedger', memoryLedger, { max: 2 }, '`maxRows`'],
    ['repair', repair, { attempts: 2 }, '`maxAttempts`'],
    ['toolCache', toolCache, { max: 2 }, '`maxEntries`'],
    ['truncate', truncate, { maxChar: 200 }, '`maxChars`'],
    ['runAgent', (given) => runAgent(() => 1, given), { limit: {} }, '`limits`'],
  ])('is told of %s, once', (name, make, options, use) => {
    make(options)
    make(options)
    expect(hints()).toEqual([expect.stringContaining(`of \`${name}\`, so it changes nothing.`)])
    expect(hints()[0]).toContain(use)
  })

  it('is told of a verb, with the verb that has it', () => {
    const agent = createAgent({ model: scriptedModel(['a', 'b']) })
    void agent.chat('Hi', { history: [] } as object)
    agent.execute('Hi', { onBusy: 'queue' } as object)
    expect(hints().map((text) => text.replace(/.*nothing. /, ''))).toEqual([
      'Use `agent.execute(…, { history })`.',
      'Use `agent.chat(…, { onBusy })`.',
    ])
  })

  it('is not told of a verb that goes on from a list of messages, apart from the session', async () => {
    const agent = createAgent({ model: scriptedModel(['a']) })
    await agent.resume({ from: [{ role: 'user', content: 'Hi' }], sessionId: 'mine' } as object)
    expect(hints()).toEqual([])
  })

  it('is told of a part of a message, and of a subject', async () => {
    const agent = createAgent({ model: scriptedModel(['a']) })
    const part = { type: 'text', text: 'Hi', cache: true } as const
    await agent.chat([part, { type: 'image', data: 'aGk=', fileName: 'a.png' } as never])
    const subject = { id: 1, labels: 'Order 1' }
    new Tool({ name: 'about', subject, ...tool })
    expect(hints().map((text) => text.replace('[ambit] There is no option ', ''))).toEqual([
      '"cache" of a part (text) of a message, so it changes nothing. Correct its name, or leave it out.',
      '"fileName" of a part (image) of a message, so it changes nothing. Use `filename`.',
      '"labels" of the `subject` of tool "about", so it changes nothing. Use `label`.',
    ])
  })

  it('is told of what a handler gives its context', async () => {
    const model = scriptedModel([calls(call('busy')), 'done'])
    const busy = new Tool({
      name: 'busy',
      description: 'x',
      handler: async (_, ctx) => {
        ctx.progress({ percentage: 5 } as object)
        ctx.artifact({ id: 'a', type: 'chart', data: 1, titles: 'Sales' } as never)
        await ctx.waitForScope('none', { timeoutMs: 1, timeout: 1 } as object).catch(() => 0)
        await ctx.ask({ mesage: 'Which?', schema: z.string() } as never).catch(() => 0)
      },
    })
    await createAgent({ model, tools: [busy] }).chat('Hi')
    expect(hints().map((text) => text.replace(/.*option (.*), so .* Use/, '$1:'))).toEqual([
      '"percentage" of `ctx.progress`: `percent`.',
      '"titles" of `ctx.artifact`: `title`.',
      '"timeoutMs" of `ctx.waitForScope`: `timeout`.',
      '"mesage" of `ctx.ask`: `message`.',
    ])
  })

  it('is told of a decision, which counts as far as it can be read', async () => {
    const decide = () => ({ decision: 'deny', reason: 'Not now' }) as never
    const wipe = new Tool({ name: 'wipe', ...tool, effect: 'destructive' })
    const model = scriptedModel([calls(call('wipe')), 'done'])
    await createAgent({ model, tools: [wipe], approval: { decide } }).chat('Hi')
    expect(hints()).toEqual([expect.stringContaining('"reason" of a decision')])
    expect(hints()[0]).toContain('`comment`')
  })

  it('is told of a reply of a script, and of its calls', async () => {
    const replies = [{ txt: 'a', text: 'a' }, { calls: [{ name: 'x', args: {} }] }, 'done']
    const agent = createAgent({ model: scriptedModel(replies as never) })
    await agent.chat('Hi')
    await agent.chat('Hi')
    expect(hints().map((text) => text.replace(/.*option (.*), so .* Use/, '$1:'))).toEqual([
      '"txt" of a reply of `scriptedModel`: `text`.',
      '"args" of a call of `scriptedModel`: `arguments`.',
    ])
  })

  it.each([null, 5, 'x', []])('is another thing than options that are %j', (options) => {
    expect(() => truncate(options as object)).toThrow('The options of `truncate` are')
  })

  it('is not told in production, and no value is ever told', () => {
    vi.stubEnv('NODE_ENV', 'production')
    make({ instructionz: 'private' })
    expect(hints()).toEqual([])
    vi.unstubAllEnvs()
    make({ instructionz: 'private' })
    expect(hints()).toHaveLength(1)
    expect(hints()[0]).not.toContain('private')
  })

  it('is not told if it is undefined, and none is told for options that exist', () => {
    make({ madeUp: undefined, name: 'x', on: {} })
    new Tool({ name: 'b', ...tool, title: undefined })
    expect(hints()).toEqual([])
  })
})
