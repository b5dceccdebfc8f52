import { nearest } from './nearest.ts'

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
