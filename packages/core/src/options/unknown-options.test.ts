import { call, calls, scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Price } from '@ambit/protocol'
import type { ApprovalRule, ToolResumeOptions, ToolSandboxOptions } from '../tools/effects.ts'
import type { ToolCost, ToolProviderOptions, ToolRunOptions } from '../tools/tool.ts'
import { agentTool } from '../features/agent-tool/agent-tool.ts'
import { followups, repair } from '../features/answers/index.ts'
import { deferred } from '../features/tool-list/index.ts'
import { memoryLedger } from '../features/budgets/index.ts'
import { runAgent } from '../features/code/index.ts'
import { hybrid, truncate } from '../features/compaction/index.ts'
import {
  AgentError,
  type AgentOptions,
  type ApprovalOptions,
  type ChatOptions,
  createAgent,
  type EventHandlerMap,
  type ExecuteOptions,
  type Limits,
  type Reasoning,
  type RequestRetry,
  resourceTools,
  type ResumeOptions,
  type RunOptions,
  type RunToolOptions,
  Scope,
  type ScopeOptions,
  Tool,
  toolCache,
  type ToolOptions,
  type Visible,
  type WithOptions,
} from '../index.ts'
import type { AliasedToolOptions } from '../tools/tool.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import type { Retry } from './values.ts'
import { namesOfRuns, namesOfTools, type OptionKind } from './names.ts'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockReset().mockReturnValue())
afterEach(() => vi.unstubAllEnvs())

const tool = { name: 't', description: 'x', handler: () => 1 }
const model = () => scriptedModel([])
const agent = () => createAgent({ model: model() })

/** Gives options to what has them. */
const make: Readonly<Record<OptionKind | 'runAgent', (options: object) => unknown>> = {
  agent: (options) => createAgent({ model: model(), ...options }),
  with: (options) => agent().with(options),
  chat: (options) => agent().chat('Hi', options),
  execute: (options) => agent().execute('Hi', options),
  resume: (options) => agent().resume(options),
  runTool: (options) => agent().runTool('x', {}, options),
  runAgent: (options) => runAgent(() => 1, options),
  tool: (options) => new Tool({ ...tool, ...options }),
  scope: (options) => new Scope({ name: 's', ...options }),
}

/** All members of a type. */
type Members<Options> = { readonly [Name in keyof Options]-?: 1 }

/** The options of a tool, in the words of both pairs. */
type AnyToolOptions = Record<
  keyof ToolOptions<never, unknown> | keyof AliasedToolOptions<never, unknown>,
  1
>

const namesOf = (members: object): string => Object.keys(members).toSorted().join(' ')

type Group<Value> = Exclude<
  Extract<Value, object>,
  readonly unknown[] | ((...args: never) => unknown)
>

const ofRun = { approval: 1, calls: 1, instructions: 1, limits: 1, metadata: 1, model: 1 } as const
const ofRuns = { ...ofRun, dependencies: 1, onBusy: 1, output: 1, prices: 1, request: 1 } as const
const ofAll = { ...ofRuns, scopes: 1, settle: 1, use: 1, user: 1 } as const
const ofCall = { limits: 1, metadata: 1, on: 1, output: 1, signal: 1, tools: 1 } as const

const kinds: Readonly<Record<OptionKind, string>> = {
  agent: namesOf({
    ...ofAll,
    name: 1,
    on: 1,
    preload: 1,
    session: 1,
    storage: 1,
    tools: 1,
  } satisfies Members<AgentOptions>),
  with: namesOf(ofAll satisfies Members<WithOptions>),
  chat: namesOf({ ...ofCall, onBusy: 1, replaces: 1 } satisfies Members<ChatOptions>),
  execute: namesOf({ ...ofCall, history: 1, sessionId: 1 } satisfies Members<ExecuteOptions>),
  resume: namesOf({
    ...ofCall,
    again: 1,
    from: 1,
    results: 1,
    sessionId: 1,
  } satisfies Members<ResumeOptions>),
  runTool: namesOf({
    history: 1,
    registered: 1,
    signal: 1,
    source: 1,
    taint: 1,
  } satisfies Members<RunToolOptions>),
  tool: namesOf({
    aliases: 1,
    approval: 1,
    description: 1,
    edits: 1,
    effect: 1,
    enabled: 1,
    execute: 1,
    handler: 1,
    inputSchema: 1,
    name: 1,
    outputSchema: 1,
    parameters: 1,
    provider: 1,
    result: 1,
    resume: 1,
    run: 1,
    subject: 1,
    title: 1,
    undo: 1,
    visible: 1,
  } satisfies Members<AnyToolOptions>),
  scope: namesOf({
    context: 1,
    description: 1,
    enabled: 1,
    instructions: 1,
    label: 1,
    load: 1,
    local: 1,
    name: 1,
    subject: 1,
    tools: 1,
    untrusted: 1,
    visible: 1,
  } satisfies Members<ScopeOptions>),
}

const groupsOfRuns = {
  approval: namesOf({
    ask: 1,
    decide: 1,
    onTimeout: 1,
    timeout: 1,
  } satisfies Members<ApprovalOptions>),
  calls: namesOf({
    arguments: 1,
    concurrency: 1,
    errors: 1,
    maxResultBytes: 1,
    mode: 1,
    order: 1,
  } satisfies Members<Group<RunOptions['calls']>>),
  limits: namesOf({
    calls: 1,
    costUsd: 1,
    custom: 1,
    identicalCalls: 1,
    iterations: 1,
    time: 1,
    tokens: 1,
  } satisfies Members<Limits>),
  request: namesOf({
    apiKey: 1,
    keepRaw: 1,
    modalities: 1,
    provider: 1,
    reasoning: 1,
    retry: 1,
  } satisfies Members<Group<RunOptions['request']>>),
  on: namesOf({
    '*': 1,
    'agent:started': 1,
    'agent:message': 1,
    'agent:request_started': 1,
    'agent:request_retrying': 1,
    'agent:delta': 1,
    'agent:request_completed': 1,
    'agent:tool_started': 1,
    'agent:tool_progress': 1,
    'agent:pending_added': 1,
    'agent:pending_resolved': 1,
    'agent:tool_retrying': 1,
    'agent:tool_succeeded': 1,
    'agent:tool_failed': 1,
    'agent:tool_cancelled': 1,
    'agent:tool_undone': 1,
    'agent:settled': 1,
    'agent:waiting': 1,
    'agent:warning': 1,
    'agent:custom': 1,
    'agent:completed': 1,
    'agent:failed': 1,
    'agent:cancelled': 1,
  } satisfies Members<EventHandlerMap>),
  'request.reasoning': namesOf({ tokens: 1 } satisfies Members<Group<Reasoning>>),
  'request.retry': namesOf({ delay: 1, max: 1, maxDelay: 1, when: 1 } satisfies Members<
    Group<RequestRetry>
  >),
  session: namesOf({ autoResume: 1, open: 1 } satisfies Members<Group<AgentOptions['session']>>),
  user: namesOf({ id: 1, tenant: 1 } satisfies Members<Group<RunOptions['user']>>),
}

type Result = NonNullable<ToolOptions<never, unknown>['result']>

const groupsOfTools = {
  approval: namesOf({ binds: 1, preview: 1, remember: 1, when: 1 } satisfies Members<
    ApprovalRule<never>
  >),
  provider: namesOf({ examples: 1, options: 1, strict: 1 } satisfies Members<
    ToolProviderOptions<never>
  >),
  result: namesOf({ cache: 1, silent: 1, toModel: 1, untrusted: 1 } satisfies Members<Result>),
  'result.cache': namesOf({ key: 1, ttl: 1 } satisfies Members<Group<Result['cache']>>),
  resume: namesOf({ how: 1, reconcile: 1 } satisfies Members<ToolResumeOptions<never>>),
  run: namesOf({
    cost: 1,
    retry: 1,
    sandbox: 1,
    timeout: 1,
    waitForScope: 1,
  } satisfies Members<ToolRunOptions>),
  'run.cost': namesOf({ custom: 1, tokens: 1, usd: 1 } satisfies Members<ToolCost>),
  'run.retry': namesOf({ attempts: 1, delay: 1 } satisfies Members<Group<Retry>>),
  'run.sandbox': namesOf({ env: 1, network: 1, timeout: 1 } satisfies Members<ToolSandboxOptions>),
  visible: namesOf({ model: 1, off: 1, outside: 1 } satisfies Members<Visible>),
}

/** Each kind of options with the paths of its groups; the options themselves are the path ''. */
const places: readonly (readonly [kind: keyof typeof make, path: string])[] = Object.entries(
  kinds,
).flatMap(([name, names]) => {
  const kind = name as OptionKind
  const ofKind = kind === 'tool' || kind === 'scope' ? groupsOfTools : groupsOfRuns
  const groups = Object.keys(ofKind).filter((path) =>
    names.split(' ').includes(path.split('.')[0] ?? ''),
  )
  return ['', ...groups].map((path) => [kind, path] as const)
})
// The types ask for the names of `runAgent` where it checks them.
const ofCode = ['', 'limits', 'on', 'user'].map((path) => ['runAgent', path] as const)
const all = [...places, ...ofCode]

/** Returns options with a value at a path such as `run.cost`. */
const at = (path: string, value: object): object =>
  path === ''
    ? value
    : path.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), value)

const isTrue = (): boolean => true

/** The ways in which an option that does not exist gets past the compiler. */
const ways: Readonly<Record<string, (path: string) => object>> = {
  'in a literal': (path) => at(path, { zzz: 1 }),
  'behind a spread': (path) => at(path, { ...(isTrue() && { zzz: false }) }),
  'in JavaScript': (path) => JSON.parse(JSON.stringify(at(path, { zzz: null }))) as object,
  'in an object without a prototype': (path) =>
    at(path, Object.assign(Object.create(null) as object, { zzz: () => 1 })),
}

describe('an option that does not exist', () => {
  it('R101 is one that the types do not have, and no other', () => {
    const sorted = (names: Readonly<Record<string, string>>): object =>
      Object.fromEntries(
        Object.entries(names).map(([path, all]) => [
          path,
          all.replaceAll(/=\S+/g, '').split(' ').toSorted().join(' '),
        ]),
      )
    const { tool: ofTool, scope, ...runs } = kinds
    expect(sorted(namesOfRuns)).toEqual({ ...runs, ...groupsOfRuns })
    expect(sorted(namesOfTools)).toEqual({ tool: ofTool, scope, ...groupsOfTools })
    expect(places).toHaveLength(41)
  })

  describe.each(Object.entries(ways))('%s', (_way, options) => {
    it.each(all)('R101 is refused in development and in production: %s %s', (kind, path) => {
      const give = (): unknown => make[kind](options(path))
      expect(give).toThrow(AgentError)
      const what = path === 'on' ? 'event' : 'option'
      expect(give).toThrow(`There is no ${what} "zzz" of ${path && `\`${path}\` of `}`)
      vi.stubEnv('NODE_ENV', 'production')
      expect(give).toThrow(/\(unknownOption\).*docs\/reference\/errors\.md/)
      expect(give).not.toThrow('zzz')
    })
  })

  it.each(all)('R101 counts as left out if it is undefined: %s %s', async (kind, path) => {
    const needed: Readonly<Record<string, object>> = {
      'request.reasoning': { tokens: 9 },
      'result.cache': { ttl: 1 },
      'run.retry': { attempts: 1 },
    }
    const made = make[kind](at(path, { ...needed[path], zzz: undefined }))
    const outcome: unknown = await Promise.resolve(made).catch(String)
    expect(String(outcome)).not.toContain('no option')
  })

  it('R101 is refused where a handler is added', () => {
    const add = (): unknown => agent().on('agent:tool_start' as never, () => undefined)
    expect(add).toThrow('There is no event "agent:tool_start" of `on` of an agent')
    expect(add).toThrow('Use `agent:tool_started`.')
    vi.stubEnv('NODE_ENV', 'production')
    expect(add).toThrow('(unknownOption)')
  })

  it('R101 ends nothing that was begun: nobody is asked, and no run starts', () => {
    const ran = vi.fn()
    const pay = new Tool({ ...tool, name: 'pay', handler: ran })
    const guarded = createAgent({
      model: scriptedModel([calls(call('pay')), 'done']),
      tools: [pay],
    })
    expect(() => guarded.with({ approval: { policy: 'all' } as object })).toThrow(AgentError)
    expect(() => guarded.chat('Pay', { approval: { ask: 'all' } } as object)).toThrow(AgentError)
    expect(guarded.history.messages).toEqual([])
    expect(ran).not.toHaveBeenCalled()
  })
})

/** The options whose value is one of a few words, each with all of them. */
const ofWords: readonly (readonly [kind: OptionKind, path: string, words: string])[] = [
  ['agent', 'onBusy', 'reject queue steer interrupt'],
  ['agent', 'preload', 'intent idle now'],
  ...(['agent', 'with'] as const).flatMap((kind) =>
    (
      [
        ['calls.mode', 'run return'],
        ['calls.order', 'serial parallel'],
        ['calls.arguments', 'strict lenient unchecked'],
        ['calls.errors', 'tell abort'],
        ['approval.onTimeout', 'deny approve throw'],
        ['approval.ask', 'destructive all none'],
        ['request.reasoning', 'off minimal low medium high xhigh max'],
      ] as const
    ).map(([path, words]) => [kind, path, words] as const),
  ),
  ['with', 'onBusy', 'reject queue steer interrupt'],
  ['chat', 'onBusy', 'reject queue steer interrupt'],
  ['tool', 'effect', 'read write egress destructive'],
  ['tool', 'resume.how', 'never ask again'],
  ['tool', 'visible.off', 'remove secret explain'],
  ['scope', 'visible.off', 'remove secret explain'],
  ['scope', 'load', 'always onDemand'],
]

/** Returns options with any value at a path. */
const valueAt = (path: string, value: unknown): object => {
  const [name = '', ...groups] = path.split('.').toReversed()
  return at(groups.toReversed().join('.'), { [name]: value })
}

const ofEnvironments = ['development', 'production'] as const

describe.each(ofEnvironments)('a value that is none of the words of its option, in %s', (env) => {
  beforeEach(() => void vi.stubEnv('NODE_ENV', env))

  it.each(ofWords)('R101 is refused: %s %s', (kind, path, words) => {
    // `ask` may be a list of names.
    const list = path === 'approval.ask' ? [] : [words.split(' ')]
    for (const value of ['other', '', 'toString', 1, true, null, ...list]) {
      expect(() => make[kind](valueAt(path, value))).toThrow(AgentError)
    }
  })

  it.each(ofWords)('R101 is no word of: %s %s', async (kind, path, words) => {
    for (const value of words.split(' ')) {
      const needed = kind === 'scope' && { description: 'x' }
      const made = make[kind]({ ...needed, ...valueAt(path, value) })
      await Promise.resolve(made).catch((thrown: unknown) => {
        expect(String(thrown)).not.toContain(path)
      })
    }
  })

  it('R101 is refused of a modality', () => {
    const give = (): unknown => make.agent({ request: { modalities: ['video'] } })
    expect(give).toThrow(AgentError)
  })

  it.each(['before', 'after', 'PRE', '', 1, null])('R101 is refused of a plug-in: %j', (value) => {
    const plugin = { name: 'p', enforce: value as never, call: () => 1 }
    expect(() => make.agent({ use: [plugin] })).toThrow(AgentError)
    expect(() => agent().use(plugin)).toThrow(AgentError)
  })

  it.each(['google', '', 1, null])('R101 is refused of an option of a function: %j', (provider) => {
    const give = (): unknown => deferred({ provider: provider as never })
    expect(give).toThrow(AgentError)
    expect(give).toThrow(env === 'development' ? '`provider` of `deferred`' : '(word)')
  })

  it('R101 is refused of the party that answers a request', async () => {
    const wipe = new Tool({ ...tool, name: 'wipe', effect: 'destructive' })
    const asking = createAgent({ model: scriptedModel([calls(call('wipe')), 'a']), tools: [wipe] })
    asking.pending.attach('approval')
    const run = asking.chat('Hi')
    const { id } = await pendingOne(asking)
    expect(() => asking.pending.approve(id, {}, 'policy' as never)).toThrow(AgentError)
    expect(() => asking.pending.deny(id, 'no', 'nobody' as never)).toThrow(AgentError)
    expect(asking.pending.deny(id)).toBe(true)
    await run
  })
})

it('R101 a value that is none of the words of its option is told with all of them', () => {
  expect(() => make.agent({ calls: { order: 'seriall' } })).toThrow(
    "`calls.order` of an agent is \"seriall\". Give one of 'serial', 'parallel'.",
  )
  expect(() => make.tool({ effect: 'delete' })).toThrow('`effect` of tool "t" is')
  expect(() => make.with({ onBusy: 'wait' })).toThrow('`onBusy` of `agent.with` is')
  vi.stubEnv('NODE_ENV', 'production')
  expect(() => make.tool({ effect: 'delete' })).toThrow(/\(word\).*docs\/reference\/errors\.md/)
})

describe('the message in development of an option that does not exist', () => {
  it.each<[keyof typeof make, object, string]>([
    ['agent', { approval: { policy: 'all' } }, '"policy" of `approval` of an agent'],
    ['agent', { approval: { policy: 'all' } }, 'Use `ask`.'],
    ['agent', { approval: { onApproval: isTrue } }, 'Use `decide`.'],
    ['agent', { approval: { asks: 'all' } }, 'Use `ask`.'],
    ['agent', { approval: { timeoutAction: 'deny' } }, 'Use `onTimeout`.'],
    ['agent', { policy: 'all' }, 'Use `approval: { ask }`.'],
    ['agent', { onApproval: isTrue }, 'Use `approval: { decide }`.'],
    ['agent', { instruction: 'x' }, 'Use `instructions`.'],
    ['agent', { system: 'x' }, 'Use `instructions`.'],
    ['agent', { maxIterations: 1 }, 'Use `limits: { iterations }`.'],
    ['agent', { limit: {} }, 'Use `limits`.'],
    ['agent', { hooks: {} }, 'Use `use`.'],
    ['agent', { guardrails: [] }, 'Use `use`.'],
    ['agent', { retry: 3 }, 'Use `request: { retry }`.'],
    ['agent', { autoResume: true }, 'Use `session: { autoResume }`.'],
    ['agent', { userId: 'u' }, 'Use `user: { id }`.'],
    ['agent', { sessionId: 's' }, 'Use `session`.'],
    ['agent', { request_: {} }, 'Use `request`.'],
    ['agent', { limits: { toolCalls: 1 } }, 'Use `calls`.'],
    ['agent', { request: { retry: { maxRetries: 1 } } }, 'Use `max`.'],
    ['agent', { signal: 1 }, 'Use `signal` of `agent.chat`.'],
    ['agent', { qqqqq: 1 }, 'Correct its name, or leave it out.'],
    ['agent', { on: { 'agent:complete': isTrue } }, 'Use `agent:completed`.'],
    ['agent', { on: { tool_started: isTrue } }, 'Use `agent:tool_started`.'],
    ['chat', { on: { done: isTrue } }, '"done" of `on` of `agent.chat`'],
    ['with', { name: 'x' }, 'Use `name` of an agent.'],
    ['with', { history: [] }, 'Use `history` of `agent.execute`.'],
    ['chat', { approval: {} }, 'Use `approval` of `agent.with`.'],
    ['chat', { policy: 'all' }, 'Use `approval: { ask }` of `agent.with`.'],
    ['chat', { maxSteps: 3 }, 'Use `limits: { iterations }`.'],
    ['chat', { history: [] }, 'Use `history` of `agent.execute`.'],
    ['execute', { onBusy: 'queue' }, 'Use `onBusy` of `agent.chat`.'],
    ['runAgent', { limit: {} }, 'Use `limits`.'],
    ['tool', { effects: 'destructive' }, 'Use `effect`.'],
    ['tool', { sandbox: true }, 'Use `run: { sandbox }`.'],
    ['tool', { hide: true }, 'Use `visible`.'],
    ['tool', { instance: { id: 1 } }, 'Use `subject`.'],
    ['tool', { remember: false }, 'Use `approval: { remember }`.'],
    ['tool', { requiresApproval: true }, 'Use `approval: { when }`.'],
    ['tool', { preview: isTrue }, 'Use `approval: { preview }`.'],
    ['tool', { binds: isTrue }, 'Use `approval: { binds }`.'],
    ['tool', { untrusted: true }, 'Use `result: { untrusted }`.'],
    ['tool', { toModelOutput: isTrue }, 'Use `result: { toModel }`.'],
    ['tool', { mode: 'silent' }, 'Use `result: { silent }`.'],
    ['tool', { cache: { ttl: 1 } }, 'Use `result: { cache }`.'],
    ['tool', { timeout: 5 }, 'Use `run: { timeout }`.'],
    ['tool', { timeoutMs: 5 }, 'Use `run: { timeout }`.'],
    ['tool', { retry: 2 }, 'Use `run: { retry }`.'],
    ['tool', { waitFor: 's' }, 'Use `run: { waitForScope }`.'],
    ['tool', { tokens: 1 }, 'Use `run: { cost: { tokens } }`.'],
    ['tool', { costUsd: 1 }, 'Use `run: { cost: { usd } }`.'],
    ['tool', { charges: {} }, 'Use `run: { cost: { custom } }`.'],
    ['tool', { onResume: 'ask' }, 'Use `resume: { how }`.'],
    ['tool', { reconcile: isTrue }, 'Use `resume: { reconcile }`.'],
    ['tool', { strict: true }, 'Use `provider: { strict }`.'],
    ['tool', { providerOptions: {} }, 'Use `provider: { options }`.'],
    ['tool', { enable: isTrue }, 'Use `enabled`.'],
    ['tool', { context: isTrue }, 'Use `context` of a scope.'],
    ['tool', { approval: { required: true } }, 'Use `when`.'],
    ['tool', { approval: { previw: isTrue } }, '"previw" of `approval` of tool "t"'],
    ['tool', { approval: { previw: isTrue } }, 'Use `preview`.'],
    ['tool', { result: { timeout: 1 } }, 'Use `run: { timeout }`.'],
    ['tool', { run: { costUsd: 1 } }, 'Use `run: { cost: { usd } }`.'],
    ['tool', { run: { cost: { costUsd: 1 } } }, 'Use `usd`.'],
    ['tool', { run: { sandbox: { allowNetwork: true } } }, 'Use `network`.'],
    ['tool', { visible: { hide: true } }, 'Use `off`.'],
    ['scope', { hide: true }, '"hide" of scope "s"'],
    ['scope', { enable: isTrue }, 'Use `enabled`.'],
    ['scope', { onDemand: true }, 'Use `load`.'],
    ['scope', { title: 'S' }, 'Use `label`.'],
    ['scope', { effect: 'read' }, 'Use `effect` of a tool.'],
  ])('has the nearest right name and its place: %s %o', (kind, options, words) => {
    expect(() => make[kind](options)).toThrow(words)
  })

  it('never has its value', () => {
    expect(() => make.agent({ instructionz: 'private' })).not.toThrow('private')
  })
})

describe('an option of a function that does not exist', () => {
  it.each<[string, (given: object) => unknown, object, string]>([
    ['`followups`', followups, { count: 2 }, '`max`'],
    ['`hybrid`', hybrid as never, { maxContextTokens: 9, priorityOrder: [] }, 'Correct its name'],
    ['`memoryLedger`', memoryLedger, { max: 2 }, '`maxRows`'],
    ['`repair`', repair, { attempts: 2 }, '`maxAttempts`'],
    ['`toolCache`', toolCache, { max: 2 }, '`maxEntries`'],
    ['`truncate`', truncate, { maxChar: 200 }, '`maxChars`'],
    ['`agentTool`', agentTool as never, { limit: {} }, '`limits`'],
    [
      'tool "get_p"',
      (get) => resourceTools('p', { get: get as never }),
      { ...tool, schema: {} },
      '`parameters`',
    ],
    [
      '`prices["m"]`',
      (m) => make.agent({ prices: { m } }),
      { prompt: 1, completion: 1 } satisfies Partial<Record<keyof Price | string, number>>,
      '`input`',
    ],
  ])('R101 is refused in development and in production: of %s', (owner, give, options, use) => {
    expect(() => give(options)).toThrow(new RegExp(`of ${owner.replace(/[[\]]/g, '\\$&')}.*${use}`))
    vi.stubEnv('NODE_ENV', 'production')
    expect(() => give(options)).toThrow('(unknownOption)')
  })

  it('R101 is refused in the limits of `agentTool`', () => {
    const limits = { toolCalls: 1 } as object
    const give = (): unknown => agentTool({ agent: agent(), name: 'sub', description: 'x', limits })
    expect(give).toThrow('Use `calls`.')
    vi.stubEnv('NODE_ENV', 'production')
    expect(give).toThrow('(unknownOption)')
  })

  it.each([null, 5, 'x', []])('is another thing than options that are %j', (options) => {
    expect(() => truncate(options as object)).toThrow('The options of `truncate` are')
  })
})

const hints = (): string[] => warn.mock.calls.map(([text]) => String(text))

describe('a member that does not exist of what is data', () => {
  it('is warned of a part of a message, and of a subject', async () => {
    const agent = createAgent({ model: scriptedModel(['a']) })
    const part = { type: 'text', text: 'Hi', cache: true } as const
    await agent.chat([part, { type: 'image', data: 'aGk=', fileName: 'a.png' } as never])
    const subject = { id: 1, labels: 'Order 1' }
    new Tool({ ...tool, name: 'about', subject })
    expect(hints().map((text) => text.replace('[ambit] There is no option ', ''))).toEqual([
      '"cache" of a part (text) of a message, so it would change nothing. Correct its name, or leave it out.',
      '"fileName" of a part (image) of a message, so it would change nothing. Use `filename`.',
      '"labels" of the `subject` of tool "about", so it would change nothing. Use `label`.',
    ])
  })

  it('is warned of what a handler gives its context', async () => {
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

  it('is warned of a reply of a script, and of its calls', async () => {
    const replies = [{ txt: 'a', text: 'a' }, { calls: [{ name: 'x', args: {} }] }, 'done']
    const agent = createAgent({ model: scriptedModel(replies as never) })
    await agent.chat('Hi')
    await agent.chat('Hi')
    expect(hints().map((text) => text.replace(/.*option (.*), so .* Use/, '$1:'))).toEqual([
      '"txt" of a reply of `scriptedModel`: `text`.',
      '"args" of a call of `scriptedModel`: `arguments`.',
    ])
  })

  it('is not told in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await createAgent({ model: scriptedModel(['a']) }).chat([
      { type: 'text', text: 'Hi', caches: true } as never,
    ])
    expect(hints()).toEqual([])
  })
})
