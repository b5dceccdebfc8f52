/** The kinds of things that have options: agents, the verbs that make runs, tools and scopes. */
export type OptionKind =
  | 'agent'
  | 'with'
  | 'chat'
  | 'execute'
  | 'resume'
  | 'runTool'
  | 'tool'
  | 'scope'

/**
 * The options that exist, each with the names that it has elsewhere, with spaces between them. The
 * kinds of its values may follow: `:boolean`, or `!string` if it must be given.
 */
export type OptionNames<Options = Record<string, unknown>> = {
  readonly [Name in keyof Options]-?: string
}

const ofAgents =
  'approval calls dependencies instructions limits metadata model onBusy output prices request ' +
  'scopes settle use user'
const ofCalls = 'limits metadata on output signal tools'

/**
 * The names of the options of agents and runs, with spaces between them: of each kind, and of each
 * group by its path.
 */
export const namesOfRuns: Readonly<Record<string, string>> = {
  agent: `${ofAgents} name on preload session storage tools`,
  with: ofAgents,
  chat: `${ofCalls} onBusy replaces`,
  execute: `${ofCalls} history sessionId`,
  resume: `${ofCalls} sessionId again from results`,
  runTool: 'history registered signal source taint',
  approval: 'ask decide onTimeout timeout',
  calls: 'arguments concurrency errors maxResultBytes mode order',
  limits: 'calls costUsd custom identicalCalls iterations time tokens',
  request: 'apiKey keepRaw modalities provider reasoning retry',
  'request.reasoning': 'tokens',
  'request.retry': 'delay max maxDelay when',
  session: 'autoResume open',
  user: 'id tenant',
}

/** The same for the options of tools and scopes. */
export const namesOfTools: Readonly<Record<string, string>> = {
  tool:
    'aliases approval description edits effect enabled execute handler inputSchema name outputSchema ' +
    'parameters provider result resume run subject title undo visible',
  scope:
    'context description enabled instructions label load local name subject tools untrusted visible',
  approval: 'binds preview remember when',
  provider: 'examples options strict',
  result: 'cache silent toModel untrusted',
  'result.cache': 'key ttl',
  resume: 'how reconcile',
  run: 'cost retry sandbox timeout waitForScope',
  'run.cost': 'custom tokens usd',
  'run.retry': 'attempts delay',
  'run.sandbox': 'env network timeout',
  visible: 'model off outside',
}
