import { scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AgentError,
  type AgentOptions,
  type ChatOptions,
  conversation,
  createAgent,
  type ExecuteOptions,
  type ResumeOptions,
  Scope,
  type ScopeOptions,
  Tool,
  toolCache,
  type ToolOptions,
} from './index.ts'
import { audit } from './features/audit/index.ts'
import { ledger } from './features/budgets/index.ts'

afterEach(() => vi.restoreAllMocks())

type OfCalls = ChatOptions & ExecuteOptions & ResumeOptions

const made = [{}, 'all', 1, true, null, () => 1]
const text = [1, true, null, {}, []]
const flag = ['true', 1, null, {}]
const code = ['now', 1, null, {}, true]
const record = [1, 'x', null, [], () => 1]
const shown = [
  ...record,
  { off: 'hidden' },
  { off: true },
  { model: 'no' },
  { outside: 'mcp' },
  { outside: 1 },
  { outside: null },
]
const list = [{}, 'x', 1, null]
const word = ['other', '', 1, null, {}, true, 10n]
const count = [Number.NaN, -1, 1.5, '5', null, {}, 10n]

/** Wrong values of every option. The type asks for a row for each new option. */
const wrong = {
  model: [{}, 'openai/gpt-5', null, 1],
  instructions: [1, null, {}, true, []],
  limits: [
    ...record,
    { maxTokens: 1 },
    { tokens: -1 },
    { tokens: '1' },
    { time: Number.NaN },
    { custom: [] },
    { custom: { x: -1 } },
    { toolCalls: 1 },
    { iterations: 0 },
    { costUsd: null },
  ],
  prices: [
    ...record,
    { a: 1 },
    { a: null },
    { a: {} },
    { a: { input: 1 } },
    { a: { input: '1', output: 1 } },
    { a: { input: Number.NaN, output: 1 } },
  ],
  calls: record,
  'calls.mode': word,
  'calls.order': word,
  'calls.concurrency': [...count, 0],
  'calls.arguments': word,
  'calls.errors': word,
  'calls.maxResultBytes': count,
  request: record,
  'request.retry': [
    'x',
    null,
    11,
    1.5,
    { max: 11 },
    { max: '3' },
    { delay: -1 },
    { maxDelay: Number.NaN },
    { when: true },
  ],
  'request.reasoning': ['most', 1, null, {}, { tokens: -1 }, { tokens: '1' }],
  'request.apiKey': text,
  'request.keepRaw': flag,
  'request.modalities': [...list, ['video'], [1], [null]],
  'request.provider': record,
  settle: [true, -1, 'soon', null, {}],
  user: record,
  'user.id': text,
  'user.tenant': text,
  metadata: [1, 'x', null, []],
  output: [{ type: 'object' }, 'x', null, 1],
  approval: record,
  'approval.ask': ['some', [1], null, true],
  'approval.decide': code,
  'approval.timeout': [0, 'soon', null, {}],
  'approval.onTimeout': word,
  use: [
    ...list,
    [() => true],
    [null],
    [true],
    ['x'],
    [{}],
    [{ run: () => 1 }],
    [{ name: '' }],
    [{ name: 1 }],
    [
      { name: 'x', list: undefined },
      { name: 'x', list: undefined },
    ],
  ],
  onBusy: word,
  name: text,
  scopes: [...list, [{ name: 's' }], [null], ['s']],
  tools: [...list, [{ name: 't' }], [null], [1]],
  on: [...record, { 'agent:completed': true }, { '*': {} }],
  storage: made,
  session: [1, true, null, [], { open: 1 }],
  'session.autoResume': flag,
  preload: word,
} satisfies { readonly [path: string]: readonly unknown[] } & Record<
  Exclude<keyof AgentOptions, 'dependencies'>,
  readonly unknown[]
>

/** Wrong values of every option of a call. */
const wrongOfCall = {
  signal: [...made, new AbortController()],
  on: wrong.on,
  tools: wrong.tools,
  output: wrong.output,
  limits: wrong.limits,
  metadata: wrong.metadata,
  onBusy: word,
  replaces: text,
  history: list,
  sessionId: text,
  from: [1, true, {}, null],
  again: ['yes', 1, {}, null],
  results: ['x', 1, {}, null],
} satisfies Record<keyof OfCalls, readonly unknown[]>

/** Tells how a value was refused wrongly; undefined if an `AgentError` names the option. */
function faultOf(option: string, value: unknown, make: () => unknown): string | undefined {
  // A message may be about one limit or charge.
  const named = option.replace(/s$/, '')
  try {
    make()
  } catch (thrown) {
    const { message } = thrown as Error
    const isRight = AgentError.is(thrown) && message.includes(named)
    if (isRight && /Give |Use /.test(message) && !message.includes('[object')) return undefined
    return `${show(value)}: ${String(thrown)}`
  }
  return `${show(value)} was accepted`
}

const show = (value: unknown): string =>
  typeof value === 'bigint' ? '10n' : (JSON.stringify(value) ?? typeof value)

/** Expects that each value is refused. */
function expectRefused(
  option: string,
  values: readonly unknown[],
  make: (value: unknown) => unknown,
): void {
  expect(values.length).toBeGreaterThanOrEqual(3)
  expect(values.map((value) => faultOf(option, value, () => make(value))).filter(Boolean)).toEqual(
    [],
  )
}

/** Returns options with a value at a path such as `calls.mode`. */
const at = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

const make = (options: object): unknown => createAgent({ model: scriptedModel([]), ...options })

describe('a wrong value of an option', () => {
  const names = Object.entries<readonly unknown[]>(wrong)
  const ofCalls = Object.entries<readonly unknown[]>(wrongOfCall)
  const ofAgents = new Set(['name', 'on', 'preload', 'session', 'storage', 'tools'])

  it.each(names)('is refused by createAgent: %s', (path, values) => {
    expectRefused(path, values, (value) => make(at(path, value)))
  })

  it.each(names.filter(([path]) => !ofAgents.has(path.split('.')[0] ?? '')))(
    'is refused by `with`: %s',
    (path, values) => {
      const agent = createAgent({ model: scriptedModel([]) })
      expectRefused(path, values, (value) => agent.with(at(path, value)))
    },
  )

  it.each(ofCalls)('is refused by the verb: %s', async (name, values) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const agent = createAgent({ model: scriptedModel([]) })
    const verb = name === 'history' || name === 'sessionId' ? 'execute' : 'chat'
    const call = (value: unknown): unknown => {
      const options = { [name]: value }
      return name === 'from' || name === 'results'
        ? agent.resume(options)
        : agent[verb]('Hi', options)
    }
    expectRefused(name, values, call)
    expect(agent.history.messages).toEqual([])
  })

  it('is also a model that is set later, which changes nothing', async () => {
    const agent = createAgent({ model: scriptedModel(['Mine.']) })
    const other = scriptedModel(['Other.'])
    expect(() => Object.assign(agent, { model: other })).toThrow('model')
    expect((await agent.chat('hi')).content).toBe('Mine.')
    expect((await agent.with({ model: other }).chat('hi')).content).toBe('Other.')
  })

  it('of `with` is named as one of `agent.with`', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    expect(() => agent.with({ limits: [] as object })).toThrow('`limits` of `agent.with`')
  })

  it.each<[string, (value: never) => unknown]>([
    ['audit', audit],
    ['conversation', conversation],
    ['ledger', ledger],
    ['store', (store) => toolCache({ store })],
  ])('is also that of what a plug-in is made of: %s', (name, makePlugin) => {
    const other = name === 'store' ? new Map() : []
    expectRefused(name, [...made, other], (value) => makePlugin(value as never))
  })

  it('is also that of a member of a plug-in, by its name', () => {
    for (const member of ['run', 'request', 'call', 'execute', 'message', 'approve', 'redact']) {
      expectRefused(member, [true, 1, null, {}, 'x', []], (value) =>
        make({ use: [{ name: 'own', [member]: value }] }),
      )
    }
  })

  it('is also that of the `list` of a plug-in', () => {
    expectRefused('list', made, (value) => make({ use: [{ name: 'own', list: value }] }))
  })

  it('is refused in place of the options themselves', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const agent = createAgent({ model: scriptedModel([]) })
    for (const value of [null, 'x', 1, []] as unknown as object[]) {
      expect(() => createAgent(value as AgentOptions)).toThrow(AgentError)
      expect(() => agent.chat('Hi', value)).toThrow(AgentError)
      expect(() => agent.execute('Hi', value)).toThrow(AgentError)
      expect(() => new Tool(value as ToolOptions<never, unknown>)).toThrow(AgentError)
      expect(() => new Scope(value as ScopeOptions)).toThrow(AgentError)
    }
  })

  it('is described by its kind alone where it may hold something private', () => {
    const secret = `sk-${'x'.repeat(40)}`
    expect(() => make({ calls: { mode: secret } })).toThrow('`calls.mode` of an agent is a string.')
    expect(() => make({ limits: { tokens: secret } })).toThrow('is a string. Give')
  })
})

const tool: ToolOptions<never, unknown> = { name: 't', description: 'x', handler: () => 1 }

/** Wrong values of every option of a tool. An option in a group has its path. */
const wrongOfTool = {
  name: [undefined, '', 'two words', 1, null, 10n],
  title: text,
  description: [undefined, '', 1, null, {}],
  aliases: ['x', 1, {}],
  parameters: [{ type: 'object' }, 'x', null, 1],
  handler: [undefined, 'x', 1, null, {}],
  inputSchema: [{ type: 'object' }, 'x', null],
  execute: [...code, () => 1],
  outputSchema: [{ type: 'object' }, 'x', 1, null],
  undo: code,
  edits: code,
  enabled: [true, 'x', 1, null, {}, { get: () => true }],
  visible: shown,
  subject: [true, {}, { label: 'x' }, Number.NaN, []],
  effect: word,
  approval: ['x', 1, null],
  'approval.when': ['x', 1, null, {}],
  'approval.remember': ['x', 1, null, {}],
  'approval.preview': code,
  'approval.binds': code,
  result: record,
  'result.silent': flag,
  'result.untrusted': flag,
  'result.toModel': code,
  'result.cache': [true, 1, 'x', null, {}, { ttl: 0 }, { ttl: 'x' }],
  run: record,
  'run.timeout': [Number.NaN, -1, 0, '5', null, {}, 10n],
  'run.retry': [Number.NaN, 0, -1, '5', null, {}, { attempts: 0 }, { attempts: 1, delay: 'x' }],
  'run.sandbox': ['x', 1, null, { timeout: 'x' }, []],
  'run.waitForScope': text,
  'run.cost': record,
  'run.cost.tokens': count.filter((value) => value !== 1.5),
  'run.cost.usd': [Number.NaN, -1, '5', null, {}],
  'run.cost.custom': [...record, { x: -1 }, { x: '1' }],
  resume: record,
  'resume.how': word,
  'resume.reconcile': code,
  provider: record,
  'provider.strict': flag,
  'provider.examples': [...list, [null], [1], ['x']],
  'provider.options': record,
} satisfies { readonly [path: string]: readonly unknown[] } & Record<
  keyof Required<ToolOptions<never, unknown>>,
  readonly unknown[]
>

/** Returns the options in which a path has a value. */
const atPath = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

/** Wrong values of every option of a scope. */
const wrongOfScope = {
  name: [undefined, '', 1, null],
  label: text,
  tools: [...list, [{ name: 't' }], [null]],
  context: code,
  enabled: [true, 'x', 1, null, {}],
  description: text,
  load: word,
  instructions: [1, null, {}, true],
  visible: shown,
  subject: [true, {}, { label: 'x' }, Number.NaN, []],
  untrusted: flag,
  local: flag,
} satisfies Record<keyof Required<ScopeOptions>, readonly unknown[]>

describe('a wrong value of an option of a tool or a scope', () => {
  it.each(Object.entries<readonly unknown[]>(wrongOfTool))('is refused: %s', (name, values) => {
    const option = name === 'parameters' ? 'schema' : name
    expectRefused(option, values, (value) => new Tool({ ...tool, ...atPath(name, value) }))
  })

  it.each(Object.entries<readonly unknown[]>(wrongOfScope))(
    'is refused in a scope: %s',
    (name, values) => {
      expectRefused(name, values, (value) => new Scope({ name: 's', [name]: value }))
    },
  )
})
