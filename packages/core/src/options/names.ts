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

/** The names of the options of each kind, with spaces between them. */
export const optionNames: Readonly<Record<OptionKind, string>> = {
  agent:
    'approval calls dependencies instructions limits metadata model onBusy output prices request ' +
    'scopes settle use user name on preload session storage tools',
  with:
    'approval calls dependencies instructions limits metadata model onBusy output prices request ' +
    'scopes settle use user',
  chat: 'limits metadata on output signal tools onBusy replaces',
  execute: 'limits metadata on output signal tools history sessionId',
  resume: 'limits metadata on output signal tools sessionId again from results',
  runTool: 'history registered signal source taint',
  tool:
    'aliases approval description effect enabled execute handler inputSchema name outputSchema ' +
    'parameters provider result resume run subject title undo visible',
  scope:
    'context description enabled instructions label load local name subject tools untrusted visible',
}

/** The names of the options in the groups of agents and runs, by the path of the group. */
const runs: Readonly<Record<string, string>> = {
  approval: 'ask decide onTimeout timeout',
  calls: 'arguments concurrency errors maxResultBytes mode order',
  limits: 'calls costUsd custom identicalCalls iterations time tokens',
  request: 'apiKey keepRaw modalities provider reasoning retry',
  'request.reasoning': 'tokens',
  'request.retry': 'delay max maxDelay when',
  session: 'autoResume open',
  user: 'id tenant',
}

/** The names of the options in the groups of tools and scopes, by the path of the group. */
const tools: Readonly<Record<string, string>> = {
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

/** The groups that options of a kind may have. */
export const optionGroups: Readonly<Record<OptionKind, Readonly<Record<string, string>>>> = {
  agent: runs,
  with: runs,
  chat: runs,
  execute: runs,
  resume: runs,
  runTool: runs,
  tool: tools,
  scope: tools,
}
