// The names of all options, for the checks and hints of development.

/** The kinds of things that have options. `with`: those of `agent.with`. */
export type OptionKind = 'agent' | 'call' | 'with' | 'tool' | 'scope'

/** The words for the kinds of values: `typeof` of a value, but `array` is a kind of its own. */
export const kinds = {
  string: 'text',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  array: 'an array',
} as const

/** The names of the options of each kind, with spaces between them. */
export type OptionsByKind = { readonly [Kind in keyof typeof kinds]?: string }

/** A group of a tool's options. */
export interface OptionGroup {
  /** The names in the group, with spaces between them. */
  readonly names: string
  /** The kinds of some of them. */
  readonly kinds: OptionsByKind
  /** The names that some of them have elsewhere. */
  readonly others?: Readonly<Record<string, string>>
}

/** The groups of the options of an agent, by path. */
export const agentGroups: Readonly<Record<string, OptionGroup>> = {
  approval: {
    names: 'ask decide onTimeout timeout',
    kinds: { function: 'decide' },
    others: { ask: 'policy', decide: 'onApproval', onTimeout: 'timeoutAction' },
  },
  calls: {
    names: 'arguments concurrency errors maxResultBytes mode order',
    kinds: {},
    others: {
      mode: 'toolMode',
      order: 'toolParallelism parallel',
      arguments: 'toolArgValidation validation',
      errors: 'toolErrorMode',
      maxResultBytes: 'toolResultMaxBytes',
    },
  },
  request: {
    names: 'apiKey keepRaw modalities provider reasoning retry',
    kinds: { string: 'apiKey', boolean: 'keepRaw', array: 'modalities', object: 'provider' },
    others: { provider: 'providerOptions', keepRaw: 'includeRaw' },
  },
  'request.retry': {
    names: 'delay max maxDelay when',
    kinds: { function: 'when' },
    others: {
      max: 'maxRetries attempts',
      delay: 'initialDelayMs delayMs',
      maxDelay: 'maxDelayMs',
      when: 'retryableErrors',
    },
  },
  session: { names: 'autoResume open', kinds: { string: 'open', boolean: 'autoResume' } },
  user: {
    names: 'id tenant',
    kinds: { string: 'id tenant' },
    others: { id: 'userId', tenant: 'tenantId' },
  },
}

/** The groups of a tool's options, by path. */
export const toolGroups: Readonly<Record<string, OptionGroup>> = {
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

/** The groups of the options of each kind, by path. */
export const groupsOf: Readonly<Record<OptionKind, Readonly<Record<string, OptionGroup>>>> = {
  agent: agentGroups,
  call: {},
  with: agentGroups,
  tool: toolGroups,
  scope: {},
}

const run =
  'approval calls dependencies instructions limits metadata model onBusy output prices request ' +
  'scopes settle use user'

/** The names of the options that exist, with spaces between them. */
export const knownOptions: Readonly<Record<OptionKind, string>> = {
  agent: `${run} name on preload session storage tools`,
  with: run,
  call:
    'again from history limits metadata on onBusy output parent registered replaces results sessionId ' +
    'signal source taint tools',
  tool:
    'approval description effect enabled execute handler inputSchema name outputSchema ' +
    'parameters provider result resume run subject title undo visible',
  scope: 'context description enabled instructions label load name subject tools untrusted visible',
}

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

/** The options of Ambit, each with the names that it has elsewhere. */
export const elsewhere: Readonly<Record<OptionKind, Readonly<Record<string, string>>>> = {
  agent: { ...ofRuns, 'a call': 'signal' },
  call: { ...ofRuns, signal: 'abortSignal', ...ofWith },
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
