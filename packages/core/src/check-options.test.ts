import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import {
  AgentError,
  type AgentOptions,
  type CallOptions,
  createAgent,
  type ExecuteOptions,
  Scope,
  type ScopeOptions,
  Tool,
  type ToolOptions,
} from './index.ts'
import { knownOptions } from './dev/checks.ts'

type All = Required<AgentOptions & CallOptions & ExecuteOptions>

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
    { wallMs: Number.NaN },
    { iterations: 0 },
    { costUsd: null },
  ],
  budgets: [...list, [{}], [null], [{ name: 'x', limit: 1 }]],
  rates: [
    ...record,
    { a: 1 },
    { a: null },
    { a: {} },
    { a: { prompt: 1 } },
    { a: { prompt: '1', completion: 1 } },
    { a: { prompt: Number.NaN, completion: 1 } },
  ],
  toolMode: word,
  toolParallelism: word,
  toolConcurrency: [...count, 0],
  toolArgValidation: word,
  toolErrorMode: word,
  toolResultMaxBytes: count,
  includeToolTrace: flag,
  retry: [
    ...record,
    { maxRetries: 11 },
    { maxRetries: '3' },
    { maxRetries: 1.5 },
    { initialDelayMs: -1 },
    { maxDelayMs: Number.NaN },
    { retryableErrors: true },
  ],
  settle: [true, 500, '1s', null, { timeoutMs: -1 }, { timeoutMs: '1s' }],
  userId: text,
  tenantId: text,
  metadata: [1, 'x', null, []],
  conversation: made,
  output: [{ type: 'object' }, 'x', null, 1],
  reasoning: [
    ...record,
    {},
    { enabled: 'yes' },
    { enabled: true, effort: 'most' },
    { enabled: true, budgetTokens: -1 },
    { enabled: true, budgetTokens: '1' },
  ],
  apiKey: text,
  includeRaw: flag,
  modalities: [...list, ['video'], [1], [null]],
  guardrails: [...list, [() => true], [null], [{ name: 'x', phase: 'both', check: () => true }]],
  approval: [...made, { policy: 'all' }],
  redaction: made,
  repair: [...made, { maxAttempts: 1 }],
  compaction: made,
  toolResultLimit: made,
  sandbox: made,
  lifecycle: made,
  toolCache: [...made, new Map()],
  toolList: made,
  followups: made,
  ledger: [...made, []],
  audit: [...made, []],
  signal: [...made, new AbortController()],
  onBusy: word,
  name: text,
  scopes: [...list, [{ name: 's' }], [null], ['s']],
  tools: [...list, [{ name: 't' }], [null], [1]],
  on: [...record, { 'agent:completed': true }, { '*': {} }],
  storage: made,
  session: text,
  autoResume: flag,
  preload: word,
  clock: [...made, Date],
  createId: code,
  random: code,
  sessionId: text,
  parent: [...record, {}],
  history: list,
  untrusted: flag,
  providerOptions: record,
} satisfies Record<Exclude<keyof All, 'dependencies'>, readonly unknown[]>

const ofAgentOnly = new Set<string>([
  'name',
  'storage',
  'session',
  'autoResume',
  'preload',
  'clock',
  'createId',
  'random',
] satisfies (keyof AgentOptions)[])
const ofCallOnly = new Set(['sessionId', 'parent', 'history', 'untrusted'])

/** Tells how a value was refused wrongly; undefined if an `AgentError` names the option. */
function faultOf(option: string, value: unknown, make: () => unknown): string | undefined {
  // A message may be about one limit or charge.
  const named = option.replace(/s$/, '')
  try {
    make()
  } catch (thrown) {
    const { message } = thrown as Error
    const isRight = AgentError.isInstance(thrown) && message.includes(named)
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

const make = (options: object): unknown => createAgent({ model: scriptedModel([]), ...options })

describe('a wrong value of an option', () => {
  const names = Object.entries<readonly unknown[]>(wrong)

  it.each(names.filter(([name]) => !ofCallOnly.has(name)))(
    'is refused by createAgent: %s',
    (name, values) => {
      expectRefused(name, values, (value) => make({ [name]: value }))
    },
  )

  it.each(names.filter(([name]) => !ofAgentOnly.has(name)))(
    'is refused by chat and execute: %s',
    (name, values) => {
      const agent = createAgent({ model: scriptedModel([]) })
      // `execute` has its own history, and `chat` the open one.
      if (name !== 'history') {
        expectRefused(name, values, (value) => agent.chat('Hi', { [name]: value }))
      }
      if (name !== 'onBusy') {
        expectRefused(name, values, (value) => agent.execute('Hi', { [name]: value }))
      }
      expect(agent.history.messages).toEqual([])
    },
  )

  it('is the case of options that exist: those and no others are known by name', () => {
    const options = [...names.map(([name]) => name), 'dependencies']
    const without = (others: ReadonlySet<string>) =>
      options.filter((name) => !others.has(name)).toSorted()
    expect(knownOptions.agent.split(' ').toSorted()).toEqual(without(ofCallOnly))
    expect(knownOptions.call.split(' ').toSorted()).toEqual(without(ofAgentOnly))
    expect(knownOptions.tool.split(' ').toSorted()).toEqual(
      Object.keys(wrongOfTool)
        .filter((path) => !path.includes('.'))
        .toSorted(),
    )
    expect(knownOptions.scope.split(' ').toSorted()).toEqual(Object.keys(wrongOfScope).toSorted())
  })

  it('is refused in place of the options themselves', () => {
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
    expect(() => make({ toolMode: secret })).toThrow('`toolMode` of an agent is a string.')
    expect(() => make({ limits: { tokens: secret } })).toThrow('is a string. Give')
    expect(() => make({ approval: { key: secret } })).toThrow('`approval` is a plain object.')
  })
})

const tool: ToolOptions<never, unknown> = { name: 't', description: 'x', handler: () => 1 }

/** Wrong values of every option of a tool. An option in a group has its path. */
const wrongOfTool = {
  name: [undefined, '', 'two words', 1, null, 10n],
  title: text,
  description: [undefined, '', 1, null, {}],
  parameters: [{ type: 'object' }, 'x', null, 1],
  handler: [undefined, 'x', 1, null, {}],
  inputSchema: [{ type: 'object' }, 'x', null],
  execute: [...code, () => 1],
  outputSchema: [{ type: 'object' }, 'x', 1, null],
  undo: code,
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
