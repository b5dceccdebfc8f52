import { callOfContext } from '../engine/current-call.ts'
import { AgentError } from '../errors/agent-error.ts'
import { checkNumber, checkWord, inWords, refuseValue } from './values.ts'

type Given = Readonly<Record<string, unknown>>

const ofRun: OptionsByKind = {
  string: 'name userId tenantId sessionId session apiKey',
  boolean: 'includeToolTrace includeRaw autoResume',
  function: 'createId random',
  object: 'limits rates metadata on retry reasoning parent providerOptions',
  array: 'tools scopes budgets guardrails modalities history',
}

const byKind: Readonly<Record<OptionKind, OptionsByKind>> = {
  agent: ofRun,
  call: { ...ofRun, boolean: `${ofRun.boolean} untrusted` },
  tool: {
    string: 'title description waitFor',
    boolean: 'strict untrusted',
    function: 'toModelOutput',
    object: 'cache charges providerOptions',
    array: 'examples',
  },
  scope: { string: 'label', boolean: 'untrusted', function: 'context', array: 'tools' },
}

/**
 * Checks the values of options that no other check names. Throws `AgentError`, naming the option
 * and its owner, for a wrong one. A page can start without this code: it runs in development when
 * options are given, and in the engine when a run starts.
 */
export function checkDetails(kind: OptionKind, options: object, owner: string): void {
  checkKinds(options, byKind[kind], ` of ${owner}`)
  const given = options as Given
  if (kind === 'agent' || kind === 'call') checkRun(given, owner)
  else {
    checkEnabled(given['enabled'], owner)
    checkWord('mode', given['mode'], ['feedback', 'silent'], owner)
    checkWord('injection', given['injection'], ['user', 'system'], owner)
    checkAnyOf(
      'sandbox',
      given['sandbox'],
      ['boolean', 'object'],
      'true, false or an object',
      owner,
    )
    checkAnyOf('expose', given['expose'], ['boolean', 'array'], 'true, false or a list', owner)
    if (given['hide'] !== 'always') {
      checkAnyOf('hide', given['hide'], ['boolean'], "true, false or 'always'", owner)
    }
    checkAnyOf('retry', given['retry'], ['number', 'object'], 'a number or { attempts }', owner)
    if (kindOf(given['retry']) === 'object') {
      const { attempts = null } = given['retry'] as Given
      checkAnyOf('retry.attempts', attempts, ['number'], 'a number', owner)
    }
    for (const name of ['tokens', 'costUsd']) {
      checkAnyOf(name, given[name], ['number'], 'a number', owner)
    }
  }
}

function checkRun(given: Given, owner: string): void {
  const text = 'text, or a function that returns text'
  checkAnyOf('instructions', given['instructions'], ['string', 'function'], text, owner)
  const { settle, clock, signal, toolCache, parent } = given
  if (settle !== false) checkAnyOf('settle', settle, ['object'], '{ timeoutMs } or false', owner)
  if (clock !== undefined && !hasMethod(clock, 'setTimeout')) {
    refuseValue('clock', clock, 'an object with `now`, `setTimeout` and `clearTimeout`')
  }
  if (signal !== undefined && !hasMethod(signal, 'addEventListener')) {
    refuseValue('signal', signal, 'an AbortSignal')
  }
  if (parent !== undefined && !(callOfContext in (parent as object))) {
    refuseValue('parent', parent, 'the `ctx` of a tool, or of the body of `runAgent`')
  }
  // A Map has the methods of a cache, but they mean something else.
  if (toolCache instanceof Map) refuseValue('toolCache', toolCache, 'toolCache() of @ambit/core')
  checkItems(given, owner)
}

function checkItems(given: Given, owner: string): void {
  const { modalities = [], guardrails = [], on = {}, rates = {}, reasoning, retry } = given
  const kinds = ['image', 'audio', 'file']
  for (const [at, kind] of (modalities as unknown[]).entries()) {
    checkWord(`modalities[${at}]`, kind ?? null, kinds, owner)
  }
  for (const [at, guardrail] of (guardrails as unknown[]).entries()) {
    if (!hasMethod(guardrail, 'check')) continue
    const { phase = null } = guardrail as { phase?: unknown }
    checkWord(`guardrails[${at}].phase`, phase, ['input', 'output'], owner)
  }
  for (const [type, handler] of Object.entries(on as Given)) {
    checkAnyOf(`on["${type}"]`, handler, ['function'], 'a function', owner)
  }
  for (const [modelId, rate] of Object.entries(rates as Given)) {
    const option = `rates["${modelId}"]`
    checkAnyOf(option, rate ?? null, ['object'], '{ prompt, completion }', owner)
    const { prompt = null, completion = null } = rate as Given
    checkNumber(`\`${option}.prompt\``, prompt)
    checkNumber(`\`${option}.completion\``, completion)
  }
  if (retry) {
    const { maxRetries } = retry as Given
    checkKinds(retry, { function: 'retryableErrors' }, ' of `retry`')
    checkNumber('`retry.maxRetries`', maxRetries, { most: 10, isWhole: true })
  }
  if (reasoning) checkReasoning(reasoning as Given, owner)
}

function checkReasoning({ enabled, effort }: Given, owner: string): void {
  checkAnyOf('reasoning.enabled', enabled ?? null, ['boolean'], 'true or false', owner)
  const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  checkWord('reasoning.effort', effort, efforts, owner)
}

function checkEnabled(enabled: unknown, owner: string): void {
  if (hasMethod(enabled, 'get') && hasMethod(enabled, 'subscribe')) return
  checkAnyOf('enabled', enabled, ['function'], 'a function, or { get, subscribe }', owner)
}

/** Checks that a value is of one of the kinds. Accepts undefined. */
function checkAnyOf(
  option: string,
  value: unknown,
  kinds: readonly string[],
  give: string,
  owner: string,
): void {
  if (value === undefined || kinds.includes(kindOf(value))) return
  refuseValue(option, value, give, ` of ${owner}`)
}

/** The kinds of values: `typeof` of the value, but `null` and `array` are kinds of their own. */
const kinds = {
  string: 'text',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  array: 'an array',
} as const

/** The names of the options of each kind, with spaces between them. */
type OptionsByKind = { readonly [Kind in keyof typeof kinds]?: string }

/**
 * Checks the kinds of options. Throws `AgentError`, naming the option and its owner, for a value of
 * another kind. Accepts undefined, which means the default.
 */
function checkKinds(options: object, byKind: OptionsByKind, owner: string): void {
  if (kindOf(options) !== 'object') {
    throw new AgentError(`The options${owner} are ${inWords(options)}. Give an object.`)
  }
  for (const [kind, names] of Object.entries(byKind) as [keyof typeof kinds, string][]) {
    for (const name of names.split(' ')) {
      const value = (options as Record<string, unknown>)[name]
      if (value !== undefined && kindOf(value) !== kind) {
        refuseValue(name, value, kinds[kind], owner)
      }
    }
  }
}

/** Returns the kind of a value: `typeof` of it, or `null`, or `array`. */
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Tells if a value is an object with this method. */
const hasMethod = (value: unknown, method: string): boolean =>
  kindOf(value) === 'object' &&
  typeof (value as Readonly<Record<string, unknown>>)[method] === 'function'

const hinted = new Set<string>()

/**
 * Warns in the console, once for each name, of options that do not exist. Names the option that is
 * meant, if it can be told. Options that are undefined are left out.
 */
export function hintUnknown(kind: OptionKind, options: object, owner: string): void {
  const names = knownOptions[kind].split(' ')
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue
    const key = `${owner} ${name}`
    if (hinted.has(key)) continue
    hinted.add(key)
    const [use = nearest(name, names)] =
      Object.entries(elsewhere[kind]).find(([, words]) => words.split(' ').includes(name)) ?? []
    console.warn(
      `[ambit] There is no option "${name.slice(0, 40)}" of ${owner}, so it changes nothing. ${use ? `Use \`${use}\`.` : 'Correct its name, or leave it out.'}`,
    )
  }
}

/** The kinds of things that have options. */
export type OptionKind = 'agent' | 'call' | 'tool' | 'scope'

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
    'binds cache charges costUsd description effect enabled examples expose handler hide mode ' +
    'name onResume parameters preview providerOptions reconcile remember requiresApproval retry ' +
    'sandbox strict timeout title toModelOutput tokens untrusted waitFor',
  scope: 'context enabled expose hide injection label name tools untrusted',
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
    handler: 'execute run call',
    parameters: 'inputSchema input schema args',
    requiresApproval: 'needsApproval',
    title: 'label',
    enabled: 'disabled',
    'cache: { ttl }': 'cacheTtlMs',
    timeout: 'timeoutMs',
  },
  scope: { label: 'title', context: 'data state', enabled: 'disabled' },
}

/**
 * Returns the name that is most like `name`; undefined if none is like it. Two names are alike if
 * one begins with the other, or if at most a third of the letters must be changed.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((other) => ({ other, distance: distanceOf(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, name.length / 3) ? best.other : undefined
}

/** Returns the number of letters to add, remove or replace, or 1 for the beginning of a name. */
function distanceOf(a: string, b: string): number {
  if (a !== b && a.length > 3 && b.length > 3 && (a.startsWith(b) || b.startsWith(a))) return 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
