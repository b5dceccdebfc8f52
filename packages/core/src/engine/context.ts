import { misuse } from '../options/misuse.ts'
import { Cancellation, type CancelReason } from '../cancellation.ts'
import { inDevelopment } from '../dev/in-development.ts'
import { AgentError, describeThrown } from '../errors/agent-error.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { type JsonObject, toWords } from '../json/json.ts'
import { checkMethod, parseDuration } from '../options/values.ts'
import {
  type Parameters as Form,
  readSchema,
  type StandardSchema,
  type Validated,
} from '../schema/parameters.ts'
import type { Pending, PendingQuestion } from '../state/pending.ts'
import type { UndoableCall } from '../state/stores.ts'
import {
  type Artifact,
  type AskUser,
  type Question,
  type ToolContext,
  type TouchTarget,
  type Undo,
} from '../tools/context.ts'
import type { Offer } from '../tools/offer.ts'
import type { CallWork, Found } from './call.ts'
import {
  boundTo,
  type CallAround,
  callEnded,
  callOfContext,
  cancellationOfContext,
} from './current-call.ts'
import { withGrace } from './grace.ts'
import { scopesRegistered } from './page.ts'
import {
  type HandlerVerbs,
  cancelOnLeave,
  lineOf,
  pauseWall,
  rootOf,
  type RunCore,
  runIdsOf,
} from './run.ts'
import { type RunContext, RunView } from './run-context.ts'

/** One call as the executor works on it. */
export interface CallInfo extends CallAround {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  /** The name, for people, of the row or card that the call is for. */
  label?: string | undefined
  /** The clean-ups that the handler deferred, in the order of the `defer` calls. */
  readonly deferred: (() => unknown)[]
  /** True if the call has reached an untrusted tool. */
  readonly isUntrusted?: boolean | undefined
  /** The tool of the call, as it was offered; undefined if it was not. */
  readonly offer?: Offer | undefined
  /** The cancellation of all attempts of the call. */
  readonly cancellation?: Cancellation | undefined
  /** The things that the handler named with `ctx.touched`. */
  touched?: Held[] | undefined
  /** The scope of a call that changed the page. */
  touchedScope?: string | undefined
  /** The undo functions of the call; present once the handler has registered one. */
  undo?: UndoableCall | undefined
  /** True once it was told that the handler did something after the call had ended. */
  isLateTold?: true | undefined
  /** Stops the call from being cancelled when its tool is unregistered. */
  release?: (() => void) | undefined
}

const noEnv: JsonObject = Object.freeze({})

/**
 * The context that the handler gets for one attempt. Every field is a getter, so an unused field
 * costs nothing.
 */
export class CallContext implements ToolContext {
  readonly #call: CallInfo
  readonly #cancellation: Cancellation
  #run: RunContext | undefined

  constructor(call: CallInfo, cancellation: Cancellation) {
    this.#call = call
    this.#cancellation = cancellation
  }

  static {
    Object.defineProperty(this.prototype, callOfContext, {
      get(this: CallContext): CallAround {
        return this.#call
      },
    })
    Object.defineProperty(this.prototype, cancellationOfContext, {
      get(this: CallContext): Cancellation {
        return this.#call.cancellation ?? this.#cancellation
      },
    })
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }
  get run(): RunContext {
    return (this.#run ??= new RunView(this.#call.run, {
      isOver: (what) => this.#isOver(what),
      emit: (name, data) => this.#call.run.log.emit('custom', { ...this.#names, name, data }),
      cancel: (reason) => cancelByHandler(this.#call, reason),
    }))
  }
  get callId(): string {
    return this.#call.callId
  }
  get env(): JsonObject {
    return noEnv
  }
  get idempotencyKey(): string {
    // The given `sessionId` may be that of several histories, which may have equal call ids.
    return `${this.#call.run.session.id}:${this.callId}`
  }
  get artifact(): ToolContext['artifact'] {
    return (given) => {
      if (this.#isOver('artifact')) return
      const { run, callId, tool } = this.#call
      inDevelopment('data', 'ctx.artifact', given)
      const artifact = toArtifact(given, callId)
      // Another run may have an artifact of the same id.
      for (const { artifacts } of lineOf(run)) artifacts.set(`${run.id} ${artifact.id}`, artifact)
      const { callId: shownAt } = outermost(this.#call)
      run.session.artifacts?.add({ ...artifact, runId: run.id, callId: shownAt, tool })
    }
  }
  get base(): unknown {
    return this.#call.offer?.base.value
  }
  set base(value: unknown) {
    const { offer } = this.#call
    if (offer) offer.base.value = value
  }
  get ask(): AskUser {
    return (async (question: Parameters<AskUser>[0]) => {
      this.#cancellation.throwIfCancelled()
      if (this.#call.hasEnded) throw new AgentError(askedLate(this.#call.tool))
      return askUser(this.#call, this.#cancellation, question)
    }) as AskUser
  }
  get outlive(): () => void {
    return () => outlive(this.#call)
  }
  get undo(): (undo: Undo) => void {
    return (undo) => addUndo(this.#call, undo)
  }
  // These getters return functions, so that a handler may take the functions out of the context.
  get progress(): ToolContext['progress'] {
    return (update) => {
      if (this.#isOver('progress')) return
      inDevelopment('data', 'ctx.progress', update)
      this.#call.run.log.emit('tool_progress', {
        ...this.#names,
        ...update,
        message: toWords(Object(update).message),
      })
    }
  }
  get touched(): ToolContext['touched'] {
    return (target) => {
      if (!this.#isOver('touched')) addTouched(this.#call, target)
    }
  }
  get defer(): ToolContext['defer'] {
    return (cleanup) => {
      const { deferred, hasEnded } = this.#call
      deferred.push(cleanup)
      // A cancelled handler may go on, and get what it must release after its call has ended.
      if (hasEnded) void cleanUp(this.#call)
    }
  }
  get execute(): ToolContext['execute'] {
    return (input, { agent, ...options } = {}) => {
      this.#isOver('execute')
      return agentOf(this.#call, agent).execute(input, boundTo(this, options))
    }
  }
  get runTool(): ToolContext['runTool'] {
    return (name, args, { agent, ...options } = {}) => {
      this.#isOver('runTool')
      return agentOf(this.#call, agent).runTool(name, args, boundTo(this, options))
    }
  }
  get waitForScope(): ToolContext['waitForScope'] {
    return async (name, options = {}) => {
      inDevelopment('data', 'ctx.waitForScope', options)
      const { timeout = '2s' } = options
      const { toolbox, ports } = this.#call.run
      const timeoutMs = parseDuration(timeout, 'timeout')
      const bounds = { cancellation: this.#cancellation, clock: ports.clock, timeoutMs }
      if (await scopesRegistered(toolbox.registry, [name], bounds)) return
      throw new TimeoutError(`Waiting for the scope "${name}"`, timeoutMs)
    }
  }

  #isOver(what: string): boolean {
    return isOver(this.#call, this.#cancellation, what)
  }

  get #names(): { callId: string; tool: string; iteration: number } {
    const { callId, tool, iteration } = this.#call
    return { callId, tool, iteration }
  }
}

/** Returns the agent that a handler gave for a run inside its call, or that of the call. */
function agentOf({ run, tool }: CallInfo, given: HandlerVerbs | undefined): HandlerVerbs {
  if (given !== undefined) checkMethod('agent', given, 'execute')
  const agent = given ?? run.agent
  if (agent) return agent
  throw misuse('noAgent', [tool])
}

/** Returns the call of the outermost run that a call is part of, or the call itself. */
const outermost = (call: CallInfo): CallInfo =>
  call.run.parent && call.run.around ? outermost(call.run.around as CallInfo) : call

/** Returns an artifact whose texts are text: a page shows them, and finds a renderer by type. */
const toArtifact = (artifact: Artifact, callId: string): Artifact => ({
  ...artifact,
  id: toWords(artifact.id) ?? callId,
  type: toWords(artifact.type) ?? '',
  title: toWords(artifact.title),
})

/** Keeps a call running from now on when its tool is unregistered. */
export function outlive(call: CallInfo): void {
  const { release } = call
  call.release = undefined
  release?.()
}

/**
 * Implements `ctx.ask`: shows the question, and waits for an answer that fits, a refusal or the end
 * of the call.
 */
async function askUser(
  { run, callId, tool, iteration, label }: CallInfo,
  cancellation: Cancellation,
  asked: string | Question<unknown> | StandardSchema,
): Promise<unknown> {
  cancellation.throwIfCancelled()
  const { message: given, schema } = toQuestion(asked)
  const message = toWords(given)
  const { pending, clock, createId } = run.ports
  if (!pending?.isAttached('question')) throw misuse('noQuestions', [tool])
  const form = schema && readSchema(schema, `a question of tool "${tool}"`)
  const ask: PendingQuestion = Object.freeze({
    kind: 'question',
    id: createId(),
    runId: run.id,
    callId,
    tool,
    ...(run.parent && { agent: run.agentId }),
    ...(label !== undefined && { label }),
    ...(message !== undefined && { message }),
    ...(form && { schema: form.jsonSchema }),
    askedAt: clock.now(),
  })
  const names = { callId, tool, iteration }
  const stay = cancelOnLeave(run)
  cancellation.throwIfCancelled()
  const wait = openQuestion(pending, ask, form, cancellation)
  const resume = pauseWall(run)
  run.log.emit('pending_added', { ...names, pending: ask })
  try {
    return await cancellation.race(wait.answered)
  } finally {
    wait.close()
    stay()
    resume()
    const outcome = (!cancellation.reason && wait.outcome) || 'cancelled'
    run.log.emit('pending_resolved', { ...names, kind: 'question', id: ask.id, outcome })
  }
}

/** A question that waits. The first answer counts, and is what the tool gets. */
interface OpenQuestion {
  readonly answered: Promise<unknown>
  outcome?: 'answered' | 'declined'
  close(): void
}

/** Shows a question until it has an answer, is declined or is closed. */
function openQuestion(
  pending: Pending,
  ask: PendingQuestion,
  form: Form | undefined,
  cancellation: Cancellation,
): OpenQuestion {
  const { promise: answered, resolve, reject } = Promise.withResolvers<unknown>()
  const wait: OpenQuestion = { answered, close: () => undefined }
  const end = (outcome: 'answered' | 'declined', give: () => void): boolean => {
    if (wait.outcome || cancellation.reason) return false
    wait.outcome = outcome
    give()
    wait.close()
    return true
  }
  const decline = (reason: string | undefined): void => {
    end('declined', () => reject(declined(ask.tool, reason)))
  }
  wait.close = pending.open(ask, {
    answer: async (value) => {
      const read = check(form, value)
      // An answer that can be read at once counts at once.
      const checked = read instanceof Promise ? await read : read
      if ('issues' in checked) return checked.issues
      return end('answered', () => resolve(checked.value)) ? [] : undefined
    },
    decline,
    leave: () => decline('nothing on the page shows the question any more'),
  })
  return wait
}

const declined = (tool: string, reason: string | undefined): AgentError =>
  new AgentError(`The user did not answer what "${tool}" asked${reason ? `: ${reason}` : '.'}`, {
    code: 'declined',
    details: { tool, reason },
  })

const toQuestion = (
  asked: string | Question<unknown> | StandardSchema,
): Partial<Question<unknown>> => {
  if (typeof asked === 'string') return { message: asked }
  if ('~standard' in asked) return { schema: asked }
  inDevelopment('data', 'ctx.ask', asked)
  return asked
}

function check(
  form: Form | undefined,
  value: unknown,
): Validated<unknown> | Promise<Validated<unknown>> {
  if (!form) {
    return typeof value === 'string' ? { value } : { issues: [{ message: 'expected text' }] }
  }
  const toIssues = (thrown: unknown): Validated<unknown> => ({
    issues: [{ message: describeThrown(thrown) }],
  })
  try {
    const read = form.validate(value)
    return read instanceof Promise ? read.catch(toIssues) : read
  } catch (thrown) {
    return toIssues(thrown)
  }
}

/** Returns a thing that a call named; undefined once nothing else on the page keeps the thing. */
type Held = () => TouchTarget

/** The most things that one call can name. Further ones are ignored. */
const maxTargets = 1000

/** Takes note of one thing that a call touched, or of several. Ignores what cannot be on a page. */
function addTouched(call: CallInfo, target: TouchTarget | readonly TouchTarget[]): void {
  if (Array.isArray(target)) return target.forEach((one: TouchTarget) => addTouched(call, one))
  const held = hold(target)
  if (!held) return
  call.touched ??= []
  if (call.touched.length < maxTargets) call.touched.push(held)
}

/** Takes note that a call has succeeded, so that it changed its scope, except if it only reads. */
export function touchScope(work: CallWork, { registered }: Found): void {
  if (work.effect !== 'read') work.touchedScope = registered?.scope.name
}

/** Shows what a call touched, once it has ended. Does nothing if it touched nothing. */
export function showTouched({ run, callId, touched, touchedScope }: CallInfo): void {
  if (!touched && touchedScope === undefined) return
  const held = {
    ...(!touched && { scope: touchedScope }),
    get targets() {
      return (touched ?? []).map((held) => held()).filter((target) => target != null)
    },
  }
  run.calls?.change({ callId, runId: run.id }, { touched: held })
}

/**
 * Holds an element weakly. A ref is not an element: the page itself takes the element out of it.
 */
function hold(target: unknown): Held | undefined {
  if (typeof target === 'string') return () => target
  if (typeof target !== 'object' || target === null) return undefined
  if ('current' in target) return () => target
  const weak = new WeakRef(target)
  return () => weak.deref()
}

/** The reasons that handlers gave, each with the call of its handler. */
const givers = new WeakMap<CancelReason, CallInfo>()

/** Cancels the run of a call for its handler. The first reason of a run stays. */
function cancelByHandler(call: CallInfo, reason: CancelReason | undefined): void {
  const { run } = call
  const isFirst = !run.cancellation.reason
  run.cancel(reason)
  if (isFirst && run.cancellation.reason) givers.set(run.cancellation.reason, call)
}

/**
 * Returns the reason that the model is told for a cancelled call. The words of a handler may be
 * third-party text, so the model gets them only as the answer to its own call.
 */
export function toldReason(reason: CancelReason, callId: string): CancelReason {
  const giver = givers.get(reason)
  return giver === undefined || giver.callId === callId ? reason : byAnotherCall
}

const byAnotherCall: CancelReason = { kind: 'manual', message: 'another call cancelled the run' }

/**
 * Whether a handler goes on after its call, or after the attempt at it that timed out. The answer
 * of the call is given by then, so what the handler still does changes nothing. Warns once a call;
 * `what` is the function of the context that the handler used.
 */
function isOver(call: CallInfo, attempt: Cancellation, what: string): boolean {
  const hasTimedOut = attempt !== call.cancellation && attempt.reason?.kind === 'timeout'
  if (!call.hasEnded && !hasTimedOut) return false
  if (!call.isLateTold) warn(call, what)
  return true
}

function warn(call: CallInfo, what: string): void {
  const { run, tool } = call
  call.isLateTold = true
  const message = `Tool "${tool}" used \`ctx.${what}\` after its call had ended, so nothing was done. Listen to \`ctx.signal\`, and await everything in the handler.`
  if (run.log.isClosed) console.warn(`[ambit] ${message}`)
  else run.warn('late_handler', message, `late_handler ${call.callId}`)
}

/** Returns the message of the error for a question that comes too late. */
const askedLate = (tool: string): string =>
  `Tool "${tool}" asks the user after its call has ended, so nobody is asked. Await \`ctx.ask\` in the handler.`

/**
 * Runs the deferred clean-ups one after another, the last one first, even if the run no longer
 * waits for them. Warns of one that throws, and goes on with the next.
 */
export async function cleanUp({
  run,
  tool,
  deferred,
}: Pick<CallInfo, 'run' | 'tool' | 'deferred'>): Promise<void> {
  for (const cleanup of deferred.splice(0).reverse()) {
    try {
      await cleanup()
    } catch (thrown) {
      run.warn('defer_threw', `A clean-up of "${tool}" threw: ${describeThrown(thrown)}`, tool)
    }
  }
}

/**
 * Registers an undo function of a call. Does nothing in a run that belongs to no agent, because
 * nobody could ask for the undo.
 */
export function addUndo(call: CallInfo, undo: Undo): void {
  const { run, callId, tool, iteration, isUntrusted } = call
  const { session } = rootOf(run)
  const runIds = runIdsOf(run)
  call.undo ??= run.undos?.open({ callId, tool, iteration, session, runIds, isUntrusted })
  call.undo?.add(undo)
  // A cancelled handler may go on, and register an undo after its call has ended.
  if (call.hasEnded) call.undo?.finish()
}

/**
 * Cancels the runs inside a call that its handler did not wait for, and waits at most 50 ms for
 * their end. Returns undefined if there is none.
 */
export function endInside({ run, inside }: CallInfo): Promise<void> | undefined {
  const left = [...(inside ?? [])].filter(({ status }) => status === 'running')
  if (left.length === 0) return undefined
  const ending = new Cancellation()
  ending.cancel(callEnded)
  for (const one of left) one.cancel(callEnded)
  return withGrace(Promise.allSettled(left), ending, run.ports.clock)
}

/** Marks a call as ended, so that it can be undone from now on. */
export function endUndo(call: CallInfo): void {
  call.hasEnded = true
  call.undo?.finish()
}
