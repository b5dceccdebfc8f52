import { checkKinds, hasMethod, kindOf, type OptionsByKind } from './check-kinds.ts'
import { checkNumber, checkWord, refuseValue } from './check-values.ts'
import { callOfContext } from '../engine/call-around.ts'
import type { OptionKind } from './hint-unknown.ts'

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
