import type { Settlement } from '../engine/page.ts'
import { callOfContext } from '../engine/current-call.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { AgentOptions } from '../options.ts'
import { misuse } from '../options/misuse.ts'
import { unknownPrice } from '../model/cost.ts'
import type { Duration } from '../environment.ts'
import { checkCount, checkMethod, hasMethod, parseDuration } from '../options/values.ts'
import type { ValidationIssue } from '../errors/errors.ts'
import type { Parameters } from '../schema/parameters.ts'
import type { ToolTrust } from '../tools/effects.ts'
import type { CallWork, Found } from '../engine/call.ts'
import { readSubject, type Subject } from '../tools/subject.ts'
import { flips } from './flips.ts'
import type { OptionNames } from '../options/names.ts'
import {
  kinds as kindWords,
  kindsOfRuns,
  kindsOfTools,
  nearestOf,
  ofData,
  ofPart,
  type OptionsByKind,
  pluginMembers,
  tellUnknown,
} from './option-names.ts'
import { inWords, show } from './messages.ts'

// All of this is for developers. `inDevelopment` calls it, and production builds leave it out.

/**
 * The kinds of things whose values are checked. `code`: a function that `runAgent` runs as a tool.
 */
type ValueKind = 'agent' | 'call' | 'with' | 'tool' | 'scope' | 'code'

type Given = Readonly<Record<string, unknown>>

/**
 * Checks the values of options of an agent, a call, a tool or a scope. Throws `AgentError`, naming
 * the option and its owner, for a wrong one.
 */
function options(kind: keyof typeof owners, given: object): void {
  const { name } = Object(given) as { readonly name?: unknown }
  const isNamed = typeof name === 'string' && (kind === 'tool' || kind === 'scope')
  values(kind, given, isNamed ? `${kind} "${name}"` : owners[kind])
}

/**
 * Throws `AgentError` for options that are not an object, and for a value of none of the kinds of
 * its option.
 */
function kinds(owner: string, given: object, known: OptionNames): void {
  if (kindOf(given) !== 'object')
    throw new AgentError(`The options of ${owner} are ${inWords(given)}. Give an object.`)
  for (const [option, words] of Object.entries(known)) {
    const value = (given as Given)[option]
    const marks = words.split(' ').filter((word) => /^[:!]/.test(word))
    const accepted = marks.map((mark) => mark.slice(1) as keyof typeof kindWords)
    if (marks.length === 0 || accepted.some((kind) => kind === kindOf(value))) continue
    if (value === undefined && marks.every((mark) => mark.startsWith(':'))) continue
    refuseValue(option, value, accepted.map((kind) => kindWords[kind]).join(' or '), ` of ${owner}`)
  }
}

const owners = {
  agent: 'an agent',
  call: 'a call',
  with: '`agent.with`',
  tool: 'a tool',
  scope: 'a scope',
} as const

/** Returns the value at a path such as `run.cost`. */
const atPath = (given: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (Object(value) as Given)[name], given)

/** Checks values as `options` does, for an owner that has only some of the options. */
function values(kind: ValueKind, given: object, owner: string): void {
  checkKinds(given, kindsOf[kind], ` of ${owner}`)
  if (kind === 'agent' || kind === 'call' || kind === 'with') checkRun(given as Given, owner)
  if (kind === 'tool' || kind === 'scope') checkOffered(given as Given, owner)
  if (kind === 'tool') checkGroups(given as Given, owner)
  const cost = kind === 'code' ? (Object(given) as Given)['cost'] : undefined
  if (cost !== undefined) checkKinds(Object(cost), { object: 'custom' }, ` of ${owner}`, 'cost.')
  if (kind === 'scope') checkScope(given as Given, owner)
}

const ofRun: OptionsByKind = {
  string: 'name sessionId replaces',
  object: 'approval calls limits metadata on parent prices request user',
  array: 'tools scopes use history results',
  boolean: 'again',
}

const kindsOf: Readonly<Record<ValueKind, OptionsByKind>> = {
  agent: ofRun,
  call: ofRun,
  with: ofRun,
  tool: {
    string: 'description',
    object: 'result run resume provider visible',
  },
  code: { object: 'cost' },
  scope: {
    string: 'label description',
    boolean: 'untrusted local',
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
  for (const [kind, names] of Object.entries(byKind) as [keyof typeof kindWords, string][]) {
    for (const name of names.split(' ')) {
      const value = (given as Given)[name]
      if (value !== undefined && kindOf(value) !== kind)
        refuseValue(group + name, value, kindWords[kind], owner)
    }
  }
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

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

const ofSubject = { id: 'key', label: 'name title', selected: 'active isSelected' }

/** Checks the options of a tool or a scope. */
function checkOffered(given: Given, owner: string): void {
  const { enabled, subject, visible } = given
  if (!hasMethod(enabled, 'get') || !hasMethod(enabled, 'subscribe')) {
    checkAnyOf('enabled', enabled, ['function'], 'a function, or { get, subscribe }', owner)
  }
  if (typeof subject !== 'function') readSubject(subject as Subject, owner)
  if (kindOf(subject) === 'object') {
    hintUnknown(subject as object, `the \`subject\` of ${owner}`, ofSubject)
  }
  if (visible !== undefined) checkVisible(visible, owner)
}

/** Checks the options that only a scope has. */
function checkScope({ name, load, description, instructions }: Given, owner: string): void {
  const give = 'text, or a function that returns text'
  checkAnyOf('instructions', instructions, ['string', 'function'], give, owner)
  if (load === 'onDemand' && !description) throw misuse('scopeDescription', [String(name)])
}

/** Checks the title of a tool, and its options that are in groups. */
function checkGroups(given: Given, owner: string): void {
  const give = 'text, or a function that returns text'
  checkAnyOf('title', given['title'], ['string', 'function'], give, owner)
  for (const [path, ofGroup] of Object.entries(kindsOfTools)) {
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
  const give = 'true, false or a list'
  checkKinds(Object(visible), { boolean: 'model' }, ` of ${owner}`, 'visible.')
  checkAnyOf('visible.outside', (visible as Given)['outside'], ['boolean', 'array'], give, owner)
}

/** Checks the options of an agent or a call. */
function checkRun(given: Given, owner: string): void {
  const text = 'text, or a function that returns text'
  checkAnyOf('instructions', given['instructions'], ['string', 'function'], text, owner)
  const { from, parent, session, settle, signal, storage } = given
  if (storage !== undefined) checkMethod('storage', storage, 'claim')
  if (signal !== undefined) checkMethod('signal', signal, 'addEventListener')
  checkAnyOf('from', from, ['string', 'array'], 'the id of a message, or an array', owner)
  if (settle !== false) checkDuration('settle', settle)
  checkAnyOf('session', session, ['string', 'object'], 'text, or { open, autoResume }', owner)
  if (parent !== undefined && !(callOfContext in (parent as object))) {
    refuseValue('parent', parent, 'the `ctx` of a tool, or of the body of `runAgent`')
  }
  for (const [path, ofGroup] of Object.entries(kindsOfRuns)) {
    const value = atPath(given, path)
    if (kindOf(value) === 'object') checkKinds(value as object, ofGroup, ` of ${owner}`, `${path}.`)
  }
  checkItems(given, owner)
}

function checkDuration(option: string, value: unknown): void {
  if (value !== undefined && value !== 0) parseDuration(value as Duration, option)
}

function checkItems(given: Given, owner: string): void {
  const { on = {}, request = {} } = given
  const { reasoning, retry } = Object(request) as Given
  for (const [type, handler] of Object.entries(on as Given)) {
    checkAnyOf(`on["${type}"]`, handler, ['function'], 'a function', owner)
  }
  checkAnyOf('request.retry', retry, ['number', 'object'], 'a number, or { max }', owner)
  if (kindOf(retry) === 'object') {
    const { delay, maxDelay } = retry as Given
    checkDuration('request.retry.delay', delay)
    checkDuration('request.retry.maxDelay', maxDelay)
  }
  if (kindOf(reasoning) === 'object') {
    checkCount('request.reasoning.tokens', (reasoning as Given)['tokens'] ?? null, 1)
  }
}

/** The types of the options of `createProxyModel`. */
const ofProxyModel: Readonly<Record<string, string>> = {
  baseURL: 'string',
  modelId: 'string function',
  headers: 'undefined object function',
  credentials: 'undefined string',
  onAuthExpired: 'undefined function',
  fetch: 'undefined function',
}

/** Throws `AgentError` for a wrong value, and warns of options that do not exist. */
function proxyModel(given: object): void {
  for (const [option, accepted] of Object.entries(ofProxyModel)) {
    const value = (Object(given) as Given)[option]
    const isEmpty = option === 'modelId' && value === ''
    const isKind = value !== null && accepted.split(' ').includes(typeof value)
    if (!isKind || isEmpty) {
      throw misuse('proxyModel', [option, value, accepted.replace('undefined ', '')])
    }
  }
  connection('createProxyModel', given)
}

/** Warns of options of a connection to a proxy that do not exist. */
function connection(owner: string, given: object): void {
  const names = Object.keys(ofProxyModel).map((name) => [name, ''])
  hintUnknown(given, owner, { ...Object.fromEntries(names), baseURL: 'baseUrl url api endpoint' })
}

const forEver =
  'something renders for ever, such as an effect or a prop with an object that is new each time'

/** What a page that was not ready was doing, by the `why` of its settlement. */
const unready: Readonly<Record<string, string>> = {
  rendering: forEver,
  // React 18 does not tell which of the two it is.
  react: `it still rendered. A transition took long, or ${forEver}`,
  marker: 'a `<PageBusy />` was still mounted',
  until: 'an object of `until` was still pending',
  scope: 'a scope of `run.waitForScope` had not come',
  unstable: 'its tools kept coming and going',
}

/** The most tools of a request: OpenAI. */
const mostTools = 128

/** Tells, once for each model, of more tools than its provider takes in a request. */
function tooManyTools(
  { provider, modelId }: { readonly provider: string; readonly modelId: string },
  { tools = [] }: { readonly tools?: readonly unknown[] },
): void {
  // A proxy has the provider in front of the model's id.
  if (tools.length <= mostTools || !/openai|azure/i.test(`${provider}/${modelId}`)) return
  hint(
    `tooManyTools ${modelId}`,
    `A request has ${tools.length} tools, and "${modelId}" takes at most ${mostTools}: its provider refuses the whole request. Give the agent \`use: [digest()]\`, from ambit/plugins, or list fewer tools.`,
  )
}

/** Tells, once for each `why`, of a page that was not ready in time. */
function settled({ ok, why, durationMs }: Settlement): void {
  const doing = unready[why]
  if (ok || doing === undefined) return
  hint(
    `settled ${why}`,
    `The page was not ready ${Math.round(durationMs)} ms after a call (\`${why}\`): ${doing}. The agent went on, and may have seen the page as it was before. If it is so each time, each call takes that long. The event \`agent:settled\` tells of each wait.`,
  )
}

/** Tells, once for each tool with arguments, of a preview that nobody was shown before a call. */
function unasked(
  { call: { name, arguments: args }, effect }: Pick<CallWork, 'call' | 'effect'>,
  { requiresApproval, preview }: Partial<ToolTrust>,
): void {
  // Without arguments, the preview is all that a card has to show, so it is right to have one.
  const isBare = Object.keys(args).length === 0
  if (!preview || isBare || requiresApproval !== undefined || effect === 'egress') return
  hint(
    `unasked ${name}`,
    `"${name}" ran and nobody was asked, so nobody saw its \`approval.preview\`: a preview alone does not ask about a tool with the effect "${effect}". Add \`when: true\` to its \`approval\`, or leave \`preview\` out.`,
  )
}

/** Tells, once for each tool, of an `effect` that failed to say one at once. */
function effect(tool: string, said: unknown): void {
  const what = said instanceof Promise ? 'answers later' : 'throws, or returns none'
  if (said instanceof Promise) said.catch(() => undefined)
  hint(
    `effect ${tool}`,
    `The \`effect\` of "${tool}" ${what}, so its call counts as destructive, and a user is asked. Return "read", "write", "egress" or "destructive" at once.`,
  )
}

/** Tells, once for each plug-in, of a member that did not wait for its `next`. */
function notAwaited(name: string, member: string): void {
  hint(
    `notAwaited ${name} ${member}`,
    `Plug-in "${name}" did not wait for \`next()\` in \`${member}\`, so what followed it there ran too early. Write \`return next()\`, or \`await next()\`.`,
  )
}

/** Tells, once for each tool, of a schema that providers refuse together with `provider.strict`. */
function strict(tool: string, schema: unknown): void {
  const fault = findLoose(schema, '')
  if (fault === undefined) return
  hint(
    `strict ${tool}`,
    `Tool "${tool}" has \`provider.strict\`, but ${fault}. OpenAI refuses each request with such a tool. Make what can be left out nullable instead, name all properties, or leave out \`strict\`.`,
  )
}

/** Returns what a schema allows that strict mode does not; undefined if there is nothing. */
function findLoose(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { properties, required = [], additionalProperties } = schema as Given
  const where = path === '' ? 'its arguments' : `\`${path}\``
  if (kindOf(properties) === 'object') {
    const loose = Object.keys(properties as object).find(
      (name) => !(required as readonly unknown[]).includes(name),
    )
    if (loose !== undefined) return `\`${path && `${path}.`}${loose}\` can be left out`
  }
  if ((schema as Given)['type'] === 'object' && additionalProperties !== false) {
    return `${where} can have other properties`
  }
  for (const [key, inner] of Object.entries(schema)) {
    const fault =
      key === 'properties'
        ? Object.entries(Object(inner) as object)
            .map(([name, one]) => findLoose(one, path ? `${path}.${name}` : name))
            .find(Boolean)
        : findLoose(inner, path)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Tells, once for each tool, of a result that its `outputSchema` refuses. */
function result(tool: string, validate: Parameters['validate'], value: unknown): void {
  const tell = (checked: Awaited<ReturnType<typeof validate>>): void => {
    if (!('issues' in checked)) return
    hint(
      `result ${tool}`,
      `A result of tool "${tool}" does not fit its \`outputSchema\` (${inIssues(checked.issues)}). Callers from outside of the page read it by this schema. Correct one of the two.`,
    )
  }
  const checked = validate(value)
  if (checked instanceof Promise) void checked.then(tell).catch(() => undefined)
  else tell(checked)
}

const inIssues = (issues: readonly ValidationIssue[]): string =>
  issues
    .map(({ path = [], message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ')

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
      throw new AgentError(
        `${which} does not fit \`parameters\` (${inIssues(checked.issues)}). The model would learn to make calls that are refused. Give one that fits.`,
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

/** Warns of options that do not exist, apart from those that are undefined. */
function hintUnknown(given: object, owner: string, known: Readonly<OptionNames>): void {
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    if (value === undefined || Object.hasOwn(known, name)) continue
    hint(`${owner} ${name}`, tellUnknown(name, owner, nearestOf(name, known)))
  }
}

/** Checks the values of what is data and not options, and warns of members that do not exist. */
function members(owner: string, given: object, known: OptionNames): void {
  kinds(owner, given, known)
  hintUnknown(given, owner, known)
}

/** Warns of members of data that do not exist, of what has `ofData` its members. */
function data(of: string, given: object): void {
  const known = ofData[of]
  if (known) members(`\`${of}\``, given, known)
  else members(of, given, ofPart)
}

/**
 * Warns of a limit of money that stops nothing, because `prices` has no price for the agent's
 * model.
 */
function prices({ model, limits, prices: known = {} }: AgentOptions): void {
  const { costUsd = Infinity } = limits ?? {}
  if (costUsd === Infinity) return
  const { modelId } = model
  if (!Object.hasOwn(known, modelId)) hint(`price ${modelId}`, unknownPrice(modelId))
}

/** Hints at a call that writes, of a tool without a subject whose page has changed. */
function subject({ call, effect, offer, run }: CallWork, { registered }: Found): void {
  const { name } = call
  if (!registered || hinted.has(`subject ${name}`) || offer?.text !== undefined) return
  const { scope, tool } = registered
  const isOwn = tool.bindsNow || tool.edits || tool.instances
  if (isOwn || effect === 'read') return
  const { contexts, hasBegun } = run.offers ?? {}
  if (!contexts || hasBegun || run.offers?.contextOf(scope) === contexts.get(scope)) return
  hint(
    `subject ${name}`,
    `The context of scope "${scope.name}" changed between a request and a call of "${name}", which has no \`subject\`. If it acts on what the page shows, it has now acted on something that the model was not shown. Give it a \`subject\` with the id of that, or a parameter with the id.`,
  )
}

/** Warns of members of a plug-in whose names are like those of members that are called. */
function plugin(given: object): void {
  const { name } = given as { readonly name: string }
  for (const [member, value] of Object.entries(given) as [string, unknown][]) {
    if (value === undefined || Object.hasOwn(pluginMembers, member)) continue
    const use = nearestOf(member, pluginMembers)
    const owner = `plug-in "${name}"`
    // A plug-in may have members of its own, such as `delete`: only a slip of a letter is told.
    const isSlip = typeof value === 'function' && use?.[1] === member[0]
    const isOther = Object.values(pluginMembers).some((names) => names.split(' ').includes(member))
    if (isSlip || isOther) hint(`${owner} ${member}`, tellUnknown(member, owner, use))
  }
}

/** The checks and hints, by the names under which `inDevelopment` runs them. */
export const checks: {
  readonly options: typeof options
  readonly values: typeof values
  readonly examples: typeof examples
  readonly prices: typeof prices
  readonly flips: typeof flips
  readonly strict: typeof strict
  readonly subject: typeof subject
  readonly plugin: typeof plugin
  readonly result: typeof result
  readonly settled: typeof settled
  readonly proxyModel: typeof proxyModel
  readonly tooManyTools: typeof tooManyTools
  readonly unasked: typeof unasked
  readonly effect: typeof effect
  readonly connection: typeof connection
  readonly kinds: typeof kinds
  readonly members: typeof members
  readonly data: typeof data
  readonly notAwaited: typeof notAwaited
} = {
  options,
  values,
  examples,
  prices,
  flips,
  strict,
  subject,
  plugin,
  result,
  settled,
  proxyModel,
  tooManyTools,
  unasked,
  effect,
  connection,
  kinds,
  members,
  data,
  notAwaited,
}

/** Throws `AgentError`, naming the option and what to give. */
function refuseValue(option: string, value: unknown, give: string, owner: string = ''): never {
  throw misuse('option', [option, value, give, owner])
}
