import { callOfContext } from '../engine/current-call.ts'
import { byLikeness, nearest } from '../engine/likeness.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { EventName } from '../events.ts'
import type { HookName } from '../hooks.ts'
import type { AgentOptions } from '../options.ts'
import { misuse } from '../options/misuse.ts'
import { unknownRate } from '../model/cost.ts'
import { checkCount, checkNumber, checkWord, refuseValue, words } from '../options/values.ts'
import type { Parameters } from '../schema/parameters.ts'
import { flips } from './flips.ts'
import { inWords, show } from './messages.ts'

// All of this is for developers. `inDevelopment` calls it, and production builds leave it out.

/** The kinds of things that have options. */
export type OptionKind = 'agent' | 'call' | 'tool' | 'scope'

/**
 * The kinds of things whose values are checked. `code`: a function that `runAgent` runs as a tool.
 */
type ValueKind = OptionKind | 'code'

type Given = Readonly<Record<string, unknown>>

/**
 * Checks the options of an agent, a call, a tool or a scope. Throws `AgentError`, naming the option
 * and its owner, for a wrong value. Warns in the console of options that do not exist.
 */
function options(kind: OptionKind, given: object): void {
  const { name } = Object(given) as { readonly name?: unknown }
  const isNamed = typeof name === 'string' && (kind === 'tool' || kind === 'scope')
  const owner = isNamed ? `${kind} "${name}"` : kind === 'agent' ? 'an agent' : `a ${kind}`
  values(kind, given, owner)
  hintUnknown(given, owner, knownOptions[kind], elsewhere[kind])
  if (kind !== 'tool') return
  for (const [path, { names, others = {} }] of Object.entries(groups)) {
    const value = atPath(given, path)
    if (kindOf(value) === 'object')
      hintUnknown(value as object, `\`${path}\` of ${owner}`, names, others)
  }
}

/** Returns the value at a path such as `run.cost`. */
const atPath = (given: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (Object(value) as Given)[name], given)

/** Checks the values of options as `options` does, for an owner that has only some of them. */
function values(kind: ValueKind, given: object, owner: string): void {
  checkKinds(given, kindsOf[kind], ` of ${owner}`)
  if (kind === 'agent' || kind === 'call') checkRun(given as Given, owner)
  if (kind === 'tool' || kind === 'scope') checkOffered(given as Given, owner)
  if (kind === 'tool') checkGroups(given as Given, owner)
}

/** The words for the kinds of values: `typeof` of a value, but `array` is a kind of its own. */
const kinds = {
  string: 'text',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  array: 'an array',
} as const

/** The names of the options of each kind, with spaces between them. */
type OptionsByKind = { readonly [Kind in keyof typeof kinds]?: string }

const ofRun: OptionsByKind = {
  string: 'name userId tenantId sessionId session apiKey',
  boolean: 'includeToolTrace includeRaw autoResume',
  function: 'createId random',
  object: 'limits rates metadata on retry reasoning parent providerOptions',
  array: 'tools scopes budgets guardrails modalities history',
}

const kindsOf: Readonly<Record<ValueKind, OptionsByKind>> = {
  agent: ofRun,
  call: { ...ofRun, boolean: `${ofRun.boolean} untrusted` },
  tool: {
    string: 'title description',
    object: 'result run resume provider visible',
  },
  code: { object: 'charges' },
  scope: {
    string: 'label',
    boolean: 'untrusted',
    function: 'context',
    object: 'visible',
    array: 'tools',
  },
}

/** `group` is the path of the group that the options are in, with a point at its end. */
function checkKinds(given: object, byKind: OptionsByKind, owner: string, group = ''): void {
  if (kindOf(given) !== 'object') {
    throw new AgentError(`The options${owner} are ${inWords(given)}. Give an object.`)
  }
  for (const [kind, names] of Object.entries(byKind) as [keyof typeof kinds, string][]) {
    for (const name of names.split(' ')) {
      const value = (given as Given)[name]
      if (value !== undefined && kindOf(value) !== kind)
        refuseValue(group + name, value, kinds[kind], owner)
    }
  }
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const hasMethod = (value: unknown, method: string): boolean =>
  kindOf(value) === 'object' && typeof (value as Given)[method] === 'function'

/** Checks that a value is of one of the kinds. Accepts undefined. */
function checkAnyOf(
  option: string,
  value: unknown,
  accepted: readonly string[],
  give: string,
  owner: string,
): void {
  if (value === undefined || accepted.includes(kindOf(value))) return
  refuseValue(option, value, give, ` of ${owner}`)
}

/** Checks the options of a tool or a scope. */
function checkOffered(given: Given, owner: string): void {
  const { enabled, expose, visible } = given
  if (!hasMethod(enabled, 'get') || !hasMethod(enabled, 'subscribe')) {
    checkAnyOf('enabled', enabled, ['function'], 'a function, or { get, subscribe }', owner)
  }
  checkWord('injection', given['injection'], ['user', 'system'], owner)
  checkAnyOf('expose', expose, ['boolean', 'array'], 'true, false or a list', owner)
  if (visible !== undefined) checkVisible(visible, owner)
}

/** Checks the options of a tool that are in groups. */
function checkGroups(given: Given, owner: string): void {
  for (const [path, { kinds: ofGroup }] of Object.entries(groups)) {
    const value = atPath(given, path)
    if (kindOf(value) === 'object') checkKinds(value as object, ofGroup, ` of ${owner}`, `${path}.`)
  }
  const { retry, sandbox } = (given['run'] ?? {}) as Given
  checkAnyOf('run.sandbox', sandbox, ['boolean', 'object'], 'true, false or an object', owner)
  checkAnyOf('run.retry', retry, ['number', 'object'], 'a number or { attempts }', owner)
  if (kindOf(retry) === 'object') {
    const { attempts = null } = retry as Given
    checkAnyOf('run.retry.attempts', attempts, ['number'], 'a number', owner)
  }
  for (const name of ['tokens', 'usd']) {
    const amount = atPath(given, `run.cost.${name}`)
    checkAnyOf(`run.cost.${name}`, amount, ['number'], 'a number', owner)
  }
}

function checkVisible(visible: unknown, owner: string): void {
  checkKinds(Object(visible), { boolean: 'model' }, ` of ${owner}`, 'visible.')
  hintUnknown(Object(visible), `\`visible\` of ${owner}`, 'off model', {})
}

/** A group of a tool's options. */
interface OptionGroup {
  /** The names in the group, with spaces between them. */
  readonly names: string
  /** The kinds of some of them. */
  readonly kinds: OptionsByKind
  /** The names that some of them have elsewhere. */
  readonly others?: Readonly<Record<string, string>>
}

/** The groups of a tool's options, by path. */
const groups: Readonly<Record<string, OptionGroup>> = {
  approval: {
    names: 'binds preview remember when',
    kinds: {},
    others: { when: 'requiresApproval needsApproval' },
  },
  result: {
    names: 'cache silent toModel untrusted',
    kinds: { boolean: 'silent untrusted', function: 'toModel', object: 'cache' },
    others: { toModel: 'toModelOutput', silent: 'mode' },
  },
  run: {
    names: 'cost retry sandbox timeout waitForScope',
    kinds: { string: 'waitForScope', object: 'cost' },
    others: { waitForScope: 'waitFor', timeout: 'timeoutMs', cost: 'tokens costUsd usd charges' },
  },
  'run.cost': {
    names: 'custom tokens usd',
    kinds: { object: 'custom' },
    others: { usd: 'costUsd', custom: 'charges' },
  },
  'run.sandbox': {
    names: 'env network timeout',
    kinds: {},
    others: { network: 'allowNetwork' },
  },
  resume: { names: 'how reconcile', kinds: {}, others: { how: 'onResume' } },
  provider: {
    names: 'examples options strict',
    kinds: { boolean: 'strict', object: 'options', array: 'examples' },
    others: { options: 'providerOptions' },
  },
}

/** The options that are objects of a feature, each with a method that the object must have. */
const made: Readonly<Record<string, string>> = {
  approval: 'check',
  audit: 'append',
  compaction: 'compact',
  conversation: 'append',
  followups: 'suggest',
  ledger: 'append',
  lifecycle: 'isOnline',
  redaction: 'text',
  repair: 'toMessage',
  sandbox: 'run',
  storage: 'claim',
  toolList: 'choose',
  toolCache: 'get',
  toolResultLimit: 'limit',
  clock: 'setTimeout',
  signal: 'addEventListener',
}

/** Checks the options of an agent or a call. */
function checkRun(given: Given, owner: string): void {
  const text = 'text, or a function that returns text'
  checkAnyOf('instructions', given['instructions'], ['string', 'function'], text, owner)
  for (const [option, method] of Object.entries(made)) {
    const value = given[option]
    if (value !== undefined && !hasMethod(value, method)) throw misuse('made', [option, value])
  }
  const { parent, settle, toolCache } = given
  if (settle !== false) checkAnyOf('settle', settle, ['object'], '{ timeoutMs } or false', owner)
  if (parent !== undefined && !(callOfContext in (parent as object))) {
    refuseValue('parent', parent, 'the `ctx` of a tool, or of the body of `runAgent`')
  }
  // A Map has the methods of a cache, but they mean something else.
  if (toolCache instanceof Map) throw misuse('made', ['toolCache', toolCache])
  for (const [name, accepted] of Object.entries(words)) {
    checkWord(name, given[name], accepted, 'an agent')
  }
  checkWord('preload', given['preload'], ['intent', 'idle', 'now'], 'an agent')
  checkItems(given, owner)
}

function checkItems(given: Given, owner: string): void {
  const { modalities = [], on = {}, reasoning, retry, settle } = given
  const media = ['image', 'audio', 'file']
  for (const [at, kind] of (modalities as unknown[]).entries()) {
    checkWord(`modalities[${at}]`, kind ?? null, media, owner)
  }
  for (const [type, handler] of Object.entries(on as Given)) {
    checkAnyOf(`on["${type}"]`, handler, ['function'], 'a function', owner)
  }
  if (settle) checkCount('settle.timeoutMs', (settle as Given)['timeoutMs'])
  if (retry) {
    const { maxRetries, initialDelayMs, maxDelayMs } = retry as Given
    checkKinds(retry, { function: 'retryableErrors' }, ' of `retry`')
    checkNumber('`retry.maxRetries`', maxRetries, { most: 10, isWhole: true })
    checkNumber('`retry.initialDelayMs`', initialDelayMs, { most: 3_600_000 })
    checkNumber('`retry.maxDelayMs`', maxDelayMs, { most: 3_600_000 })
  }
  if (reasoning) checkReasoning(reasoning as Given, owner)
}

function checkReasoning({ enabled, effort, budgetTokens }: Given, owner: string): void {
  checkAnyOf('reasoning.enabled', enabled ?? null, ['boolean'], 'true or false', owner)
  const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  checkWord('reasoning.effort', effort, efforts, owner)
  if (enabled && !effort) checkCount('reasoning.budgetTokens', budgetTokens, 1)
}

/**
 * Throws `AgentError` for an example that the schema of its tool refuses. A schema that checks
 * asynchronously is not asked.
 */
function examples(
  given: readonly unknown[],
  validate: Parameters['validate'],
  owner: string,
): void {
  for (const [at, example] of given.entries()) {
    const which = `\`provider.examples[${at}]\` of ${owner}`
    if (kindOf(example) !== 'object') {
      throw new AgentError(
        `${which} is ${show(example)}. Give an object with the arguments of a call.`,
      )
    }
    const checked = validate(structuredClone(example))
    if (checked instanceof Promise) checked.catch(() => undefined)
    else if ('issues' in checked) {
      const faults = checked.issues.map(({ path = [], message }) =>
        path.length > 0 ? `${path.join('.')}: ${message}` : message,
      )
      throw new AgentError(
        `${which} does not fit \`parameters\` (${faults.join('; ')}). The model would learn to make calls that are refused. Give one that fits.`,
      )
    }
  }
}

/** The hints that were given. Each is given once. */
const hinted = new Set<string>()

function hint(key: string, message: string): void {
  if (hinted.has(key)) return
  hinted.add(key)
  console.warn(`[ambit] ${message}`)
}

/**
 * Warns of options that do not exist. Names the option that is meant, if it can be told. Options
 * that are undefined are left out.
 */
function hintUnknown(
  given: object,
  owner: string,
  known: string,
  others: Readonly<Record<string, string>>,
): void {
  const names = known.split(' ')
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue
    const [use = nearest(name, names)] =
      Object.entries(others).find(([, list]) => list.split(' ').includes(name)) ?? []
    hint(
      `${owner} ${name}`,
      `There is no option "${name.slice(0, 40)}" of ${owner}, so it changes nothing. ${use ? `Use \`${use}\`.` : 'Correct its name, or leave it out.'}`,
    )
  }
}

const run =
  'apiKey approval audit budgets compaction conversation dependencies followups guardrails ' +
  'includeRaw includeToolTrace instructions ledger lifecycle limits metadata modalities model on ' +
  'onBusy output providerOptions rates reasoning redaction repair retry sandbox scopes settle ' +
  'signal tenantId toolArgValidation toolCache toolConcurrency toolErrorMode toolList toolMode ' +
  'toolParallelism toolResultLimit toolResultMaxBytes tools userId'

/** The names of the options that exist, with spaces between them. */
export const knownOptions: Readonly<Record<OptionKind, string>> = {
  agent: `${run} autoResume clock createId name preload random session storage`,
  call: `${run} history parent sessionId untrusted`,
  tool:
    'approval description effect enabled expose handler name parameters provider result ' +
    'resume run title visible',
  scope: 'context enabled expose injection label name tools untrusted visible',
}

const ofRuns: Readonly<Record<string, string>> = {
  instructions: 'system systemPrompt prompt',
  'limits: { iterations }': 'maxIterations maxSteps maxTurns maxTrips',
  'limits: { tokens }': 'maxTokens maxOutputTokens',
  'limits: { costUsd }': 'maxCostUsd maxCost',
  'limits: { wallMs }': 'timeout timeoutMs wallMs',
  'retry: { maxRetries }': 'maxRetries retries',
  'agent.addHook(name, hook)': 'hooks middleware',
  on: 'eventBus events onEvent handlers',
  signal: 'abortSignal',
  output: 'schema outputSchema responseFormat',
  scopes: 'plugins',
  storage: 'memory',
  session: 'sessionId',
}

/** The options of Ambit, each with the names that it has elsewhere. */
const elsewhere: Readonly<Record<OptionKind, Readonly<Record<string, string>>>> = {
  agent: ofRuns,
  call: ofRuns,
  tool: {
    handler: 'execute call',
    parameters: 'inputSchema input schema args',
    'approval: { remember }': 'remember',
    'result: { toModel }': 'toModelOutput toModel',
    'result: { silent }': 'mode silent',
    'result: { cache: { ttl } }': 'cache cacheTtlMs',
    'run: { timeout }': 'timeout timeoutMs',
    'run: { retry }': 'retry retries',
    'run: { sandbox }': 'sandbox',
    'run: { waitForScope }': 'waitFor waitForScope',
    'run: { cost: { tokens } }': 'tokens',
    'run: { cost: { usd } }': 'costUsd',
    'run: { cost: { custom } }': 'charges',
    'resume: { how }': 'onResume',
    'resume: { reconcile }': 'reconcile',
    'provider: { strict }': 'strict',
    'provider: { examples }': 'examples inputExamples',
    'provider: { options }': 'providerOptions',
    title: 'label',
    enabled: 'disabled',
  },
  scope: { label: 'title', context: 'data state', enabled: 'disabled' },
}

/**
 * Warns of a limit or budget of money that stops nothing, because `rates` has no price for the
 * agent's model.
 */
function rates({ model, limits, budgets = [], rates: known = {} }: AgentOptions): void {
  const isLimited = (limits?.costUsd ?? Infinity) < Infinity
  if (!isLimited && !budgets.some(({ name }) => name === 'costUsd')) return
  const { modelId } = model
  if (!Object.hasOwn(known, modelId)) hint(`rate ${modelId}`, unknownRate(modelId))
}

/** The latest context of each scope with `injection: 'system'`, for each registry of scopes. */
const contexts = new WeakMap<object, Map<string, string>>()

/**
 * Warns of a context among the instructions that is another than in the request before. Warns once
 * for each scope of a page.
 */
function context(
  registry: object,
  { name, injection }: { readonly name: string; readonly injection: 'user' | 'system' },
  json: string,
): void {
  if (injection !== 'system') return
  const known = contexts.get(registry) ?? new Map<string, string>()
  contexts.set(registry, known)
  const before = known.get(name) ?? json
  // An empty text is the context of no scope: the hint was given.
  known.set(name, before === json ? json : '')
  if (before === json || before === '') return
  console.warn(
    `[ambit] The \`context\` of scope "${name}" has changed between two requests. It has \`injection: 'system'\`, so it stands before the conversation, and all after it has to be paid in full again. Leave \`injection\` out, or keep what changes in another scope.`,
  )
}

const events: Readonly<Record<EventName, true>> = {
  started: true,
  message: true,
  request_started: true,
  request_retrying: true,
  delta: true,
  request_completed: true,
  tool_started: true,
  tool_progress: true,
  pending_added: true,
  pending_resolved: true,
  tool_retrying: true,
  tool_succeeded: true,
  tool_failed: true,
  tool_cancelled: true,
  tool_undone: true,
  settled: true,
  waiting: true,
  warning: true,
  custom: true,
  completed: true,
  failed: true,
  cancelled: true,
}

/** The events that have another name now. */
const renamedEvents: Readonly<Record<string, EventName>> = {
  iteration_started: 'request_started',
  request_built: 'request_started',
  iteration_completed: 'request_completed',
  usage: 'request_completed',
  content_delta: 'delta',
  reasoning_delta: 'delta',
  tool_call_delta: 'delta',
  approval_requested: 'pending_added',
  ask_requested: 'pending_added',
  approval_resolved: 'pending_resolved',
  ask_resolved: 'pending_resolved',
  compacted: 'request_started',
  message_refused: 'warning',
  storage_degraded: 'warning',
  waiting_online: 'waiting',
}

const hooks: Readonly<Record<HookName, true>> = {
  onRunStart: true,
  preRequest: true,
  onResponse: true,
  onMessage: true,
  preToolCall: true,
  onToolCallResult: true,
  onToolCallError: true,
  onIterationEnd: true,
  onRunDone: true,
  onRunCancelled: true,
  onRunError: true,
  onScopeRegister: true,
  onScopeUnregister: true,
}

/** The names of the handlers and hooks that can be added. */
const names: Readonly<Record<'event' | 'hook', readonly string[]>> = {
  event: ['*', ...Object.keys(events).map((name) => `agent:${name}`)],
  hook: Object.keys(hooks),
}

/** Warns of a handler or a hook that is never called, because no event or hook has its name. */
function heard(kind: 'event' | 'hook', name: string): void {
  if (names[kind].includes(name)) return
  const now = kind === 'event' && renamedEvents[name.replace('agent:', '')]
  const advice = now
    ? `Its name is "agent:${now}" now`
    : `The nearest name is "${byLikeness(name, names[kind])[0]}"`
  hint(
    `${kind} ${name}`,
    `There is no ${kind} "${name}", so what was added for it is never called. ${advice}.`,
  )
}

/** The checks and hints, by the names under which `inDevelopment` runs them. */
export const checks: {
  readonly options: typeof options
  readonly values: typeof values
  readonly examples: typeof examples
  readonly rates: typeof rates
  readonly context: typeof context
  readonly flips: typeof flips
  readonly heard: typeof heard
} = { options, values, examples, rates, context, flips, heard }
