import { nearest } from '@ambit/protocol'
import { namesOfRuns, namesOfTools, type OptionKind, type OptionNames } from '../options/names.ts'

// The names that options have elsewhere, and the kinds of their values, for development.

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

/** The kinds of the values in the groups of an agent, by path. */
export const kindsOfRuns: Readonly<Record<string, OptionsByKind>> = {
  approval: { function: 'decide' },
  request: { string: 'apiKey', boolean: 'keepRaw', array: 'modalities', object: 'provider' },
  'request.retry': { function: 'when' },
  session: { string: 'open', boolean: 'autoResume' },
  user: { string: 'id tenant' },
}

/** The kinds of the values in the groups of a tool, by path. */
export const kindsOfTools: Readonly<Record<string, OptionsByKind>> = {
  result: { boolean: 'silent untrusted', function: 'toModel', object: 'cache' },
  run: { string: 'waitForScope', object: 'cost' },
  'run.cost': { object: 'custom' },
  provider: { boolean: 'strict', object: 'options', array: 'examples' },
  visible: { boolean: 'model' },
}

/** What has the options of each kind, in words. */
const owners: Readonly<Record<OptionKind, string>> = {
  agent: 'an agent',
  with: '`agent.with`',
  chat: '`agent.chat`',
  execute: '`agent.execute`',
  resume: '`agent.resume`',
  runTool: '`agent.runTool`',
  tool: 'a tool',
  scope: 'a scope',
}

/** The names that the options of agents and runs have elsewhere, by path. */
const elsewhereOfRuns: Readonly<Record<string, string>> = {
  instructions: 'system systemPrompt prompt',
  limits: 'limit',
  'limits.iterations': 'maxIterations maxSteps maxTurns maxTrips steps turns',
  'limits.tokens': 'maxTokens maxOutputTokens',
  'limits.costUsd': 'maxCostUsd maxCost cost usd',
  'limits.calls': 'toolCalls maxCalls maxToolCalls',
  'limits.time': 'timeout timeoutMs maxTime',
  'limits.custom': 'budgets',
  'approval.ask': 'policy asks require requires required requiresApproval needsApproval when',
  'approval.decide': 'onApproval approve approver',
  'approval.onTimeout': 'timeoutAction',
  'approval.timeout': 'timeoutMs',
  'calls.arguments': 'validation',
  'calls.order': 'parallel parallelToolCalls',
  'request.keepRaw': 'includeRaw',
  'request.provider': 'providerOptions',
  'request.reasoning': 'thinking',
  'request.reasoning.tokens': 'budgetTokens maxTokens',
  'request.retry.max': 'maxRetries retries attempts',
  'request.retry.delay': 'initialDelayMs delayMs backoff',
  'request.retry.maxDelay': 'maxDelayMs',
  'request.retry.when': 'retryableErrors',
  'user.id': 'userId',
  'user.tenant': 'tenantId',
  use: 'hooks middleware plugin plugins loopHooks audit compaction guardrails ledger redaction repair sandbox',
  on: 'eventBus events onEvent handlers',
  output: 'schema outputSchema responseFormat',
  scopes: 'skills',
  session: 'sessionId',
  storage: 'memory',
  signal: 'abortSignal',
}

/** The names that the options of tools and scopes have elsewhere, by path. */
const elsewhereOfTools: Readonly<Record<string, string>> = {
  handler: 'call',
  parameters: 'input schema args',
  effect: 'effects',
  undo: 'onUndo',
  subject: 'instance',
  title: 'label',
  label: 'title',
  context: 'data state',
  enabled: 'disabled enable isEnabled',
  load: 'onDemand',
  instructions: 'injection prompt',
  visible: 'hide hidden',
  'visible.off': 'hide',
  'visible.outside': 'expose',
  'approval.when': 'ask require requires required requiresApproval needsApproval',
  'result.silent': 'mode',
  'result.toModel': 'toModelOutput',
  'result.cache.ttl': 'cacheTtlMs ttlMs',
  'run.timeout': 'timeoutMs',
  'run.retry': 'retries',
  'run.retry.attempts': 'max maxAttempts maxRetries',
  'run.retry.delay': 'backoff delayMs',
  'run.sandbox.network': 'allowNetwork',
  'run.waitForScope': 'waitFor',
  'run.cost.usd': 'costUsd',
  'run.cost.custom': 'charges',
  'resume.how': 'onResume',
  'provider.options': 'providerOptions',
  'provider.examples': 'inputExamples',
}

/** The names that options of functions, and members of data, have elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  args: 'arguments input updatedInput',
  before: 'after',
  cachedInput: 'cacheRead',
  comment: 'message reason',
  decision: 'action approve approved allowed behavior type',
  input: 'prompt',
  limit: 'max',
  limits: 'limit budgets',
  name: 'id',
  on: 'onEvent',
  output: 'completion',
  parent: 'ctx',
  query: 'search',
  remember: 'always',
  use: 'plugins middleware',
}

/** The members of what a handler gives its context, each with the names that it has elsewhere. */
export const ofData: Readonly<Record<string, OptionNames>> = {
  'ctx.artifact': { id: '', type: 'kind', title: 'name label', data: '' },
  'ctx.ask': { message: 'question text title', schema: 'parameters output' },
  'ctx.progress': { percent: 'progress value', message: 'text label', waitingFor: '' },
  'ctx.waitForScope': { timeout: 'timeoutMs' },
  'run.ask': { instructions: 'system', model: '' },
}

/** The same of a part of a message. */
export const ofPart: OptionNames = {
  type: '',
  text: 'content value',
  data: 'url image file source base64',
  mediaType: 'mimeType contentType',
  filename: 'name fileName',
  untrusted: 'taint trusted',
}

/** The members of a plug-in, each with names that mean the same elsewhere. */
export const pluginMembers: Readonly<Record<string, string>> = {
  name: 'id',
  enforce: 'order',
  approve: 'onApproval needsApproval',
  run: 'onRunStart onRunEnd onStart onFinish around',
  request:
    'onRequest onResponse beforeModel afterModel wrapModelCall wrapGenerate wrapStream transformParams',
  call: 'preToolCall postToolCall beforeToolCall afterToolCall onToolCall wrapToolCall',
  execute: 'handler handle',
  input: 'validate guardrail check onInput',
  message: 'onMessage',
  setup: 'install init',
  settle: 'settler',
  list: '',
  redact: '',
  rewritesInput: 'changesInput',
}

/** Returns names without the words that each may be. */
const split = (names = ''): string[] => names.replace(/=\S+/g, '').split(' ')

const has = (names: string | undefined, name: string): boolean => split(names).includes(name)

const isOfTools = (kind: OptionKind): boolean => kind === 'tool' || kind === 'scope'

const namesFor = (kind: OptionKind): typeof namesOfRuns =>
  isOfTools(kind) ? namesOfTools : namesOfRuns

/** Returns the paths of all options of a kind, those that are in no group first. */
function pathsOf(kind: OptionKind): string[] {
  const groups = Object.entries(namesFor(kind)).filter(([path]) =>
    has(namesFor(kind)[kind], path.split('.')[0] ?? ''),
  )
  const inGroups = groups.flatMap(([path, names]) => split(names).map((at) => `${path}.${at}`))
  return [...split(namesFor(kind)[kind]), ...inGroups]
}

/** Returns the path of the option of a kind that has another name elsewhere, or another place. */
function pathFor(kind: OptionKind, name: string, group: string): string | undefined {
  const elsewhere = isOfTools(kind) ? elsewhereOfTools : elsewhereOfRuns
  const paths = pathsOf(kind)
  const named = paths.filter((path) => has(elsewhere[path], name))
  const isInGroup = (path: string): boolean => path.replace(/[^.]+$/, '') === group
  return named.find(isInGroup) ?? named[0] ?? paths.find((path) => path.split('.').at(-1) === name)
}

/** Returns a path as code: `run.cost.usd` is `run: { cost: { usd } }`. */
const toCode = (path: string): string =>
  path.split('.').reduceRight((inner, name) => `${name}: { ${inner} }`)

/**
 * Returns the option that is meant by one that does not exist, as code and in words; undefined if
 * none is like it. `group` is the path of its group with a point at its end, or empty.
 */
function optionFor(kind: OptionKind, name: string, group: string): string | undefined {
  const path = pathFor(kind, name, group)
  if (path?.startsWith(group) && !path.slice(group.length).includes('.'))
    return `\`${path.slice(group.length)}\``
  if (path !== undefined) return `\`${toCode(path)}\``
  const others: readonly OptionKind[] = isOfTools(kind)
    ? ['tool', 'scope']
    : ['chat', 'execute', 'resume', 'runTool', 'with', 'agent']
  const owner = others.find((other) => has(namesFor(other)[other], name))
  if (owner !== undefined) return `\`${name}\` of ${owners[owner]}`
  const like = nearest(name, split(namesFor(kind)[group.slice(0, -1) || kind]))
  if (like !== undefined) return `\`${like}\``
  const [other] = others.filter((kind) => pathFor(kind, name, '') !== undefined)
  return other && `\`${toCode(pathFor(other, name, '') ?? '')}\` of ${owners[other]}`
}

/** Describes an option that does not exist, of what `owner` names, and the one that is meant. */
export const tellUnknown = (
  name: string,
  owner: string,
  use: string | undefined,
  what = 'option',
): string =>
  `There is no ${what} "${name.slice(0, 40)}" of ${owner}, so it would change nothing. ${use ? `Use ${use}.` : 'Correct its name, or leave it out.'}`

/** Returns what has options of a kind, in words. */
export function ownerOf(kind: OptionKind, given: object): string {
  const { name } = given as { readonly name?: unknown }
  const isNamed = typeof name === 'string' && isOfTools(kind)
  return isNamed ? `${kind} "${name.slice(0, 40)}"` : owners[kind]
}

/** Describes an option of a kind that does not exist. */
export function tellUnknownOf(
  kind: OptionKind,
  name: string,
  group: string,
  given: object,
): string {
  const owner = ownerOf(kind, given)
  const inGroup = group && `\`${group.slice(0, -1)}\` of `
  const what = group === 'on.' ? 'event' : 'option'
  return tellUnknown(name, inGroup + owner, optionFor(kind, name, group), what)
}

/** Returns the option that is meant by one that does not exist; undefined if none is like it. */
export function nearestOf(name: string, known: Readonly<OptionNames>): string | undefined {
  const all = Object.entries(known)
  const [use = nearest(name, Object.keys(known))] =
    all.find(([, names]) => has(names, name)) ??
    all.find(([own]) => has(elsewhere[own], name)) ??
    []
  return use && `\`${use}\``
}
