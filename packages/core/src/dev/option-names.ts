// The names of all options, for the checks and hints of development.

/**
 * The options that exist, each with the names that it has elsewhere, with spaces between them. The
 * kinds of its values may follow: `:boolean`, or `!string` if it must be given.
 */
export type OptionNames<Options = Record<string, unknown>> = {
  readonly [Name in keyof Options]-?: string
}

/** The kinds of things that have options. `with`: those of `agent.with`. */
export type OptionKind = 'agent' | 'call' | 'with' | 'tool' | 'scope'

/** The words for the kinds of values: `typeof` of a value, but `array` is a kind of its own. */
export const kinds = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  array: 'an array',
} as const

/** The names of the options of each kind, with spaces between them. */
export type OptionsByKind = { readonly [Kind in keyof typeof kinds]?: string }

/** A group of a tool's options. */
export interface OptionGroup {
  /** The options in the group. */
  readonly names: OptionNames
  /** The kinds of some of them. */
  readonly kinds: OptionsByKind
}

/** The groups of the options of an agent, by path. */
export const agentGroups: Readonly<Record<string, OptionGroup>> = {
  approval: {
    names: { ask: 'policy', decide: 'onApproval', onTimeout: 'timeoutAction', timeout: '' },
    kinds: { function: 'decide' },
  },
  calls: {
    names: {
      arguments: 'toolArgValidation validation',
      concurrency: '',
      errors: 'toolErrorMode',
      maxResultBytes: 'toolResultMaxBytes',
      mode: 'toolMode',
      order: 'toolParallelism parallel',
    },
    kinds: {},
  },
  request: {
    names: {
      apiKey: '',
      keepRaw: 'includeRaw',
      modalities: '',
      provider: 'providerOptions',
      reasoning: '',
      retry: '',
    },
    kinds: { string: 'apiKey', boolean: 'keepRaw', array: 'modalities', object: 'provider' },
  },
  'request.reasoning': { names: { tokens: 'budgetTokens maxTokens' }, kinds: {} },
  'request.retry': {
    names: {
      delay: 'initialDelayMs delayMs backoff',
      max: 'maxRetries attempts',
      maxDelay: 'maxDelayMs',
      when: 'retryableErrors',
    },
    kinds: { function: 'when' },
  },
  session: {
    names: { autoResume: '', open: '' },
    kinds: { string: 'open', boolean: 'autoResume' },
  },
  user: { names: { id: 'userId', tenant: 'tenantId' }, kinds: { string: 'id tenant' } },
}

/** The group that tools and scopes have. */
const offered: Readonly<Record<string, OptionGroup>> = {
  visible: { names: { model: '', off: 'hide', outside: 'expose' }, kinds: { boolean: 'model' } },
}

const retryNames: OptionNames = { attempts: 'max maxAttempts', delay: 'backoff delayMs' }
const costNames: OptionNames = { custom: 'charges', tokens: '', usd: 'costUsd' }

/** The groups of a tool's options, by path. */
export const toolGroups: Readonly<Record<string, OptionGroup>> = {
  approval: {
    names: { binds: '', preview: '', remember: '', when: 'requiresApproval needsApproval' },
    kinds: {},
  },
  result: {
    names: { cache: '', silent: 'mode', toModel: 'toModelOutput', untrusted: '' },
    kinds: { boolean: 'silent untrusted', function: 'toModel', object: 'cache' },
  },
  'result.cache': { names: { key: '', ttl: 'cacheTtlMs ttlMs' }, kinds: {} },
  run: {
    names: {
      cost: 'tokens costUsd usd charges',
      retry: 'retries',
      sandbox: '',
      timeout: 'timeoutMs',
      waitForScope: 'waitFor',
    },
    kinds: { string: 'waitForScope', object: 'cost' },
  },
  'run.cost': { names: costNames, kinds: { object: 'custom' } },
  'run.retry': { names: retryNames, kinds: {} },
  'run.sandbox': { names: { env: '', network: 'allowNetwork', timeout: '' }, kinds: {} },
  resume: { names: { how: 'onResume', reconcile: '' }, kinds: {} },
  provider: {
    names: { examples: '', options: 'providerOptions', strict: '' },
    kinds: { boolean: 'strict', object: 'options', array: 'examples' },
  },
  ...offered,
}

/** The groups of the options of each kind, by path. */
export const groupsOf: Readonly<Record<OptionKind, Readonly<Record<string, OptionGroup>>>> = {
  agent: agentGroups,
  call: {},
  with: agentGroups,
  tool: toolGroups,
  scope: offered,
}

const run =
  'approval calls dependencies instructions limits metadata model onBusy output prices request ' +
  'scopes settle use user'

/** The names of the options that exist, with spaces between them. */
export const knownOptions: Readonly<Record<OptionKind, string>> = {
  agent: `${run} name on preload session storage tools`,
  with: run,
  call: 'limits metadata on output signal tools',
  tool:
    'aliases approval description effect enabled execute handler inputSchema name outputSchema ' +
    'parameters provider result resume run subject title undo visible',
  scope:
    'context description enabled instructions label load local name subject tools untrusted visible',
}

/** The options of each verb, besides those of every call. */
export const verbOptions = {
  chat: 'onBusy replaces',
  resume: 'again from onBusy results sessionId',
  execute: 'history sessionId',
  runTool: 'history registered source taint',
} as const

const ofRuns: Readonly<Record<string, string>> = {
  instructions: 'system systemPrompt prompt',
  'limits: { iterations }': 'maxIterations maxSteps maxTurns maxTrips',
  'limits: { tokens }': 'maxTokens maxOutputTokens',
  'limits: { costUsd }': 'maxCostUsd maxCost',
  'limits: { calls }': 'toolCalls',
  'limits: { time }': 'timeout timeoutMs wallMs',
  'limits: { custom }': 'budgets',
  prices: 'rates',
  'request: { retry: { max } }': 'maxRetries retries retry',
  'request: { reasoning }': 'reasoning thinking',
  'request: { modalities }': 'modalities',
  'request: { provider }': 'providerOptions',
  'request: { apiKey }': 'apiKey',
  'request: { keepRaw }': 'includeRaw',
  'calls: { mode }': 'toolMode',
  'calls: { order }': 'toolParallelism',
  'calls: { concurrency }': 'toolConcurrency',
  'calls: { arguments }': 'toolArgValidation',
  'calls: { errors }': 'toolErrorMode',
  'calls: { maxResultBytes }': 'toolResultMaxBytes',
  'user: { id }': 'userId',
  'user: { tenant }': 'tenantId',
  use: 'hooks middleware plugins',
  on: 'eventBus events onEvent handlers',
  output: 'schema outputSchema responseFormat',
  scopes: 'skills',
  storage: 'memory',
  'session: { autoResume }': 'autoResume',
  session: 'sessionId',
}

/** The options of `agent.with`, which a call has not got. */
const ofWith = Object.fromEntries(run.split(' ').map((name) => [`agent.with({ ${name} })`, name]))

/** The options of the verbs, which other verbs have not got. */
const ofVerbs = Object.fromEntries(
  Object.entries(verbOptions).flatMap(([verb, names]) =>
    names.split(' ').map((name) => [`agent.${verb}(…, { ${name} })`, name]),
  ),
)

/** The options of Ambit, each with the names that it has elsewhere. */
export const elsewhere: Readonly<Record<OptionKind, Readonly<Record<string, string>>>> = {
  agent: { ...ofRuns, 'a call': 'signal' },
  call: { ...ofRuns, signal: 'abortSignal', ...ofVerbs, ...ofWith },
  with: ofRuns,
  tool: {
    handler: 'call run',
    parameters: 'input schema args',
    undo: 'onUndo',
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
  scope: {
    label: 'title',
    context: 'data state',
    enabled: 'disabled',
    'instructions (words) or context (data)': 'injection',
  },
}
