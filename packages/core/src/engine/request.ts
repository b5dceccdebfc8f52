import { toWireJson } from '@ambit/protocol'
import { AgentError, describeThrown, report } from '../errors/agent-error.ts'
import type { Message } from '../messages/message.ts'
import { findTaint } from '../messages/taint.ts'
import {
  buildRequest,
  type BuiltRequest,
  type BuiltScope,
  type BuiltTool,
  type ModelRequest,
} from '../model/request.ts'
import type { ListedTool } from '../model/tool-list.ts'
import { toSendableSchema } from '../schema/sendable.ts'
import type { Parameters } from '../schema/parameters.ts'
import { explain } from '../options/misuse.ts'
import type { Availability } from '../tools/availability.ts'
import type { ScopeRegistry } from '../tools/registry.ts'
import type { Scope } from '../tools/scope.ts'
import { setTaint } from './commit.ts'
import type { LoopRun } from './run.ts'
import type { RequestTexts } from './seams.ts'
import { Offers } from './offers.ts'

/**
 * Returns the instruction that describes the form of the answer, for models that take no schema.
 */
const outputInstruction = ({ jsonSchema }: Parameters): string =>
  `Give your final answer as one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(jsonSchema)}`

/** A request that was built from what the page offered. */
export interface Prepared {
  readonly request: ModelRequest
  /** Returns the request to send for the one that the plug-ins have left. */
  readonly finish: (request: ModelRequest) => ModelRequest
  /**
   * Returns a request with what it was built from, for whoever listens; undefined if nobody does.
   */
  readonly built: (request: ModelRequest) => BuiltRequest | undefined
}

/**
 * Reads the texts of one iteration. Returns a function that builds the request from them, from the
 * given messages and from what the page offers then. Nothing is awaited in it.
 */
export async function prepareRequest(
  run: LoopRun,
  iteration: number,
): Promise<(messages: readonly Message[]) => Prepared> {
  if (run.toolbox.registry.loading) await waitForCode(run)
  const { instructions } = run.config
  const said =
    typeof instructions === 'function' ? await readInstructions(run, instructions) : instructions
  const { onDemand, instructions: ofScopes } = run.toolbox.registry.any
  const texts = onDemand || ofScopes ? await readTexts(run) : undefined
  return (messages) => build(run, { iteration, messages, said, texts })
}

/** The longest that a request waits for code that will register something, in milliseconds. */
const loadMs = 5_000

async function waitForCode({ toolbox, cancellation, ports: { clock } }: LoopRun): Promise<void> {
  const late = Promise.withResolvers<undefined>()
  const timer = clock.setTimeout(() => late.resolve(undefined), loadMs)
  const loaded = Promise.race([toolbox.registry.loading, late.promise])
  await cancellation.race(loaded).finally(() => clock.clearTimeout(timer))
}

function build(
  run: LoopRun,
  {
    iteration,
    messages,
    said,
    texts,
  }: {
    readonly iteration: number
    readonly messages: readonly Message[]
    readonly said: string | undefined
    readonly texts: RequestTexts | undefined
  },
): Prepared {
  const { output } = run.config
  const { reasoning, keepRaw, modalities, provider } = run.config.request
  const { registry } = run.toolbox
  const { history } = run.session
  const isChanged = messages !== history.messages
  const scopes = registry.scopes.flatMap((scope) =>
    run.toolbox.isListed(scope) ? [{ scope, availability: registry.isOn(scope) }] : [],
  )
  const foreign = [...(texts?.foreign ?? [])]
  const tools = run.toolbox.list()
  const onThrow = (owner: string, thrown: unknown, so = 'the model is not given it'): void => {
    if (AgentError.is(thrown, 'plugin')) throw thrown
    run.warn('scope_threw', `${owner} threw: ${describeThrown(thrown)}`, owner)
    if (isFirst(registry, owner)) report(`${owner} threw, so ${so}.`, thrown)
  }
  // Read with the contexts: nothing is awaited in between.
  run.offers = Offers.read(run.toolbox, run.config.redaction?.redact, ({ owner, thrown }) =>
    onThrow(`\`subject\` of ${owner}`, thrown, 'no call that is about it runs'),
  )
  const contexts = new Map<Scope, string>()
  run.offers.contexts = contexts
  const isHeard = run.log.isHeard('agent:request_started')
  const choice = run.config.toolList.choose(tools, {
    page: registry,
    owner: JSON.stringify([run.session.id, run.config.user.id, run.config.user.tenant]),
    now: run.ports.clock.now(),
    allows: (name) => run.toolbox.allows(name),
    isNarrowed: run.toolbox.isNarrowed,
    iteration,
    messages,
  })
  const request: ModelRequest = {
    ...buildRequest({
      instructions: output ? [said, outputInstruction(output)].filter(Boolean).join('\n\n') : said,
      messages,
      modalities,
      mayHaveFiles: isChanged || history.any.files,
      scopes,
      tools,
      choice,
      texts,
      onContext: (scope, json) => void contexts.set(scope, json),
      redact: run.config.redaction?.redact,
      onForeign: (source) => foreign.push(source),
      onThrow,
      onNewer: (type) => run.warn('newer_part', explain('newerPart', [type]), `newer_part ${type}`),
      onLoss: ({ name }, fault, told) =>
        warnOnce(
          run,
          name,
          `\`context\` of scope "${name}" ${fault}. The model was told ${told.slice(0, 60)}.`,
        ),
    }),
    ...(output && {
      responseFormat: { type: 'json', schema: toSendableSchema(output.jsonSchema) },
    }),
    ...(reasoning && { reasoning }),
    ...(keepRaw && { includeRawChunks: true }),
    ...(provider && { providerOptions: provider }),
  }
  const named = new Set(request.tools?.map(({ name }) => name))
  // A tool list can name a tool that had left before.
  run.offers.names = new Set(tools.flatMap(({ tool: { name } }) => (named.has(name) ? [name] : [])))
  const mayBeTainted = isChanged || history.any.taint || foreign.length > 0
  setTaint(run, mayBeTainted ? findTaint(messages, foreign) : undefined)
  const from = { tools, scopes, contexts }
  return {
    request,
    finish: (changed) => choice.finish?.(changed) ?? changed,
    built: (sent) => (isHeard ? toBuilt(sent, run.taint, from) : undefined),
  }
}

/** Resolves with the texts that the feature of the scopes adds to a request. */
async function readTexts(run: LoopRun): Promise<RequestTexts | undefined> {
  for (const { request } of run.features) {
    if (request?.texts) return request.texts(run)
  }
  return undefined
}

/** The longest wait for instructions, in milliseconds. */
const maxWaitMs = 10_000

/** Resolves as instructions do. Rejects if they have not come after 10 s. */
export async function comeInTime<T>(
  words: T | PromiseLike<T>,
  { clock }: Pick<LoopRun['ports'], 'clock'>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(new Error(`they did not come in ${maxWaitMs / 1000} s`))
  const timer = clock.setTimeout(end, maxWaitMs)
  try {
    return await Promise.race([words, late])
  } finally {
    clock.clearTimeout(timer)
  }
}

/** Resolves with the text of the instructions. Rejects `AgentError` if their function fails. */
async function readInstructions(
  run: LoopRun,
  instructions: Extract<LoopRun['config']['instructions'], (...args: never) => unknown>,
): Promise<string> {
  try {
    const coming = comeInTime(instructions(run.context), run.ports)
    const said: unknown = await run.cancellation.race(coming)
    if (typeof said !== 'string') throw new TypeError(`they are ${typeof said}, not text`)
    return said
  } catch (cause) {
    run.cancellation.throwIfCancelled()
    throw new AgentError(
      `\`instructions\` could not be read (${describeThrown(cause)}), so the model was not asked. Catch errors inside.`,
      { cause },
    )
  }
}

/**
 * Warns of a scope's context, once in each run and once for each registry on the console. The model
 * goes on without the data, and nobody would notice.
 */
function warnOnce(run: LoopRun, scope: string, message: string): void {
  run.warn('context_lost', message, `context_lost ${scope}`)
  if (isFirst(run.toolbox.registry, `value of ${scope}`)) console.warn(`[ambit] ${message}`)
}

const reported = new WeakMap<ScopeRegistry, Set<string>>()

/**
 * Returns true the first time for each owner, so that it is reported with its stack: nobody may
 * listen to the warnings of the run.
 */
function isFirst(registry: ScopeRegistry, owner: string): boolean {
  const owners = reported.get(registry) ?? new Set()
  if (owners.has(owner)) return false
  reported.set(registry, owners.add(owner))
  return true
}

/** The parts that a request was built from. */
interface BuiltFrom {
  readonly tools: readonly ListedTool[]
  readonly scopes: readonly { readonly scope: Scope; readonly availability: Availability }[]
  /** The contexts that the request holds as JSON, by scope. */
  readonly contexts: ReadonlyMap<Scope, string>
}

/** Returns a request with what it was built from. Call it only if somebody listens. */
function toBuilt(request: ModelRequest, taint: string | undefined, from: BuiltFrom): BuiltRequest {
  let tools: BuiltRequest['tools'] | undefined
  let scopes: BuiltRequest['scopes'] | undefined
  let contexts: BuiltRequest['contexts'] | undefined
  let bytes: BuiltRequest['bytes'] | undefined
  return Object.freeze({
    request: Object.freeze({ ...request }),
    // Each is made when it is read: an observer that reads later does not hold the model up.
    get tools() {
      return (tools ??= toTools(request, from))
    },
    get scopes() {
      return (scopes ??= toScopes(from))
    },
    get contexts() {
      return (contexts ??= toContexts(from))
    },
    get bytes() {
      return (bytes ??= toBytes(request))
    },
    ...(taint !== undefined && { taint }),
  })
}

function toTools({ tools = [] }: ModelRequest, from: BuiltFrom): BuiltRequest['tools'] {
  const names = new Set(tools.map(({ name }) => name))
  const built = from.tools.map(({ tool: { name }, scope, availability }): BuiltTool => {
    return { name, scope: scope.name, listed: names.has(name), ...toState(availability) }
  })
  return Object.freeze(built)
}

const toScopes = ({ scopes }: BuiltFrom): BuiltRequest['scopes'] =>
  Object.freeze(
    scopes.map(({ scope: { name }, availability }): BuiltScope => ({
      name,
      ...toState(availability),
    })),
  )

function toState(availability: Availability): Omit<BuiltScope, 'name'> {
  if (availability.enabled) return { on: true }
  const { enabled: _enabled, ...why } = availability
  return { on: false, ...why }
}

const toContexts = ({ contexts }: BuiltFrom): BuiltRequest['contexts'] =>
  Object.freeze(
    Array.from(contexts, ([scope, json]) => ({
      scope: scope.name,
      bytes: bytesOf(json),
      untrusted: scope.untrusted,
    })),
  )

const toBytes = ({ prompt, tools = [] }: ModelRequest): BuiltRequest['bytes'] =>
  Object.freeze({ prompt: bytesOfList(prompt), tools: bytesOfList(tools) })

/** The bytes of messages and tools, which most requests of a run share. */
const known = new WeakMap<object, number>()

/** Returns the UTF-8 bytes of the JSON of a list. */
function bytesOfList(list: readonly object[]): number {
  // The brackets, and the commas between the items.
  let sum = 2 + Math.max(0, list.length - 1)
  for (const item of list) {
    const bytes = known.get(item) ?? bytesOf(toWireJson(item))
    known.set(item, bytes)
    sum += bytes
  }
  return sum
}

const encoder = new TextEncoder()

const bytesOf = (text: string): number => encoder.encode(text).length
