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
 * kinds of its values may follow: `:boolean`, or `!string` if it must be given; or all words that
 * it may be: `=light =dark`.
 */
export type OptionNames<Options = Record<string, unknown>> = {
  readonly [Name in keyof Options]-?: string
}

const ofAgents =
  'approval calls dependencies instructions limits metadata model onBusy=reject=queue=steer=interrupt output prices request ' +
  'scopes settle use user'
const ofCalls = 'limits metadata on output signal tools'

/**
 * The names of the options of agents and runs, with spaces between them: of each kind, and of each
 * group by its path. One that is one of a few words has these: `mode=run=return`.
 */
export const namesOfRuns: Readonly<Record<string, string>> = {
  agent: `${ofAgents} name on preload=intent=idle=now session storage tools`,
  with: ofAgents,
  chat: `${ofCalls} onBusy=reject=queue=steer=interrupt replaces`,
  execute: `${ofCalls} history sessionId`,
  resume: `${ofCalls} sessionId again from results`,
  runTool: 'history registered signal source taint',
  approval: 'ask decide onTimeout=deny=approve=throw timeout',
  calls:
    'arguments=strict=lenient=unchecked concurrency errors=tell=abort maxResultBytes ' +
    'mode=run=return order=serial=parallel',
  limits: 'calls costUsd custom identicalCalls iterations time tokens',
  // Of the handlers of events. Marked as pure, so that code without an agent can do without it all.
  on: /* @__PURE__ */ (
    '* started message request_started request_retrying delta request_completed tool_started ' +
    'tool_progress pending_added pending_resolved tool_retrying tool_succeeded tool_failed ' +
    'tool_cancelled tool_undone settled waiting warning custom completed failed cancelled'
  ).replace(/\w+/g, 'agent:$&'),
  request:
    'apiKey keepRaw modalities provider reasoning=off=minimal=low=medium=high=xhigh=max retry',
  'request.reasoning': 'tokens',
  'request.retry': 'delay max maxDelay when',
  session: 'autoResume open',
  user: 'id tenant',
}

/** The same for the options of tools and scopes. */
export const namesOfTools: Readonly<Record<string, string>> = {
  tool:
    'aliases approval description edits effect=read=write=egress=destructive enabled execute handler inputSchema name outputSchema ' +
    'parameters provider result resume run subject title undo visible',
  scope:
    'context description enabled instructions label load=always=onDemand local name subject tools untrusted visible',
  approval: 'binds preview remember when',
  provider: 'examples options strict',
  result: 'cache silent toModel untrusted',
  'result.cache': 'key ttl',
  resume: 'how=never=ask=again reconcile',
  run: 'cost retry sandbox timeout waitForScope',
  'run.cost': 'custom tokens usd',
  'run.retry': 'attempts delay',
  'run.sandbox': 'env network timeout',
  visible: 'model off=remove=secret=explain outside',
}
