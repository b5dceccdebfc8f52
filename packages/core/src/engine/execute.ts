import { misuse } from '../options/misuse.ts'
import { handlerError } from '../errors/errors.ts'
import { pause } from '../model/retry.ts'
import { startedBefore, takeStarted, tellChange, toParseOwn } from '../approval/arguments.ts'
import { approve, askVoices, mayAsk, type Permit } from '../approval/ask.ts'
import { watchRunning } from '../approval/watch.ts'
import type { Cancellation } from '../cancellation.ts'
import { inDevelopment } from '../dev/in-development.ts'
import { nextId } from '../environment.ts'
import { AgentError, CancellationError, describeThrown, isThenable } from '../errors/agent-error.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { copyIfJson, type JsonObject } from '../json/json.ts'
import { canonicalJson } from '../json/json-text.ts'
import { describeAnswer } from '../messages/taint.ts'
import { exact } from '../model/cost.ts'
import { optionsOf } from '../tools/context.ts'
import { readAbout } from '../tools/subject.ts'
import type { Journal } from '../session-port.ts'
import type { CallRecord } from '../state/calls.ts'
import { executeWithin, raceReturned } from './around.ts'
import {
  type CallWork,
  checkArguments,
  type Executable,
  Fatal,
  type Found,
  noCharge,
} from './call.ts'
import {
  addUndo,
  CallContext,
  cleanUp,
  endInside,
  endUndo,
  outlive,
  showTouched,
  touchScope,
} from './context.ts'
import { inCall, neverBegan } from './current-call.ts'
import { withGrace } from './grace.ts'
import { endOverBudget } from './run.ts'
import { type Bound, requireOffer, requireReady, toBoundText, toEffect } from './offers.ts'
import { find, requireOn } from './toolbox.ts'

/**
 * Runs one attempt of the handler of a tool, or of the one that a plug-in gave in its place. Throws
 * `AgentError` for a tool with `run.sandbox` that no plug-in runs in a sandbox.
 */
function callHandler(
  work: CallWork,
  { handler: own, sandbox }: Executable,
  args: unknown,
  attempt: Cancellation,
): unknown {
  const { handler = own, startedAt } = work
  work.startedAt ??= work.run.ports.clock.now()
  const ctx = Object.assign(new CallContext(work, attempt), {
    [neverBegan]: () => void (work.startedAt = startedAt),
  })
  if (!sandbox || work.handler) return inCall(work, () => handler(args as never, ctx))
  throw misuse('noSandbox', [work.call.name])
}

/** The outcome of a handler, or of a plug-in or the cache in its place. */
export interface Executed {
  readonly result: unknown
  /**
   * The amounts that were charged, by the key of the limit; empty if nothing ran.
   */
  readonly charged: Readonly<Record<string, number>>
  readonly durationMs: number
  /** True if the result came from the cache. */
  readonly cached?: boolean | undefined
  /** True if a plug-in threw or was cancelled after the handler. Then nobody gets the result. */
  readonly isWithheld?: boolean | undefined
}

/**
 * Runs one call, in these steps. The `call` of plug-ins stands around all of them.
 *
 * 1. find the tool, check that it is on, and validate the arguments. A call that was started before
 *    a reload becomes what it was then
 * 2. check that the tool is about what was shown. Ask plug-ins and a user for an approval if one
 *    is needed, then check again that the tool is on, and that nothing has changed that was shown
 *    or approved
 * 3. enter the `execute` of plug-ins, and check the same again
 * 4. take the result from the cache, or take four steps in this order: charge the limits, write
 *    the intent to the journal, let the features (the audit writes its start row) and the `execute`
 *    of plug-ins with `enforce: 'post'` go first, run the handler
 *
 * Rejects with the error for the model, with `CancellationError`, or with `Fatal` for an error that
 * must end the run. Never rejects after the handler has returned.
 */
export async function executeCall(work: CallWork): Promise<Executed> {
  const started = startedBefore(work)
  if (started) takeStarted(work, started)
  let found = find(work)
  requireOn(work, found)
  if (found.registered) work.offer = work.run.offers?.of(work.call.name, found.registered)
  let args = await checkArguments(work, found.executable)
  const parseOwn = toParseOwn(work, found.executable, args)
  const { effect, effectOf } = optionsOf(found.executable, work.call.arguments)
  work.effect = effectOf ? toEffect(work.tool, effectOf, await parseOwn()) : effect
  const voices = work.run.plugins.of('approve')
  const isForced = voices.length > 0 && (await askVoices(work, found, voices))
  const isAsked = isForced || mayAsk(work, found.executable)
  const needsOwn = effectOf ?? found.registered?.tool.bindsNow
  let bound: Bound = { own: needsOwn ? await parseOwn() : undefined, mayLack: isAsked }
  // Nobody is asked about something else than was shown.
  if (isAsked) requireOffered(work, found, found, { permit: undefined, bound })
  const permit = isAsked ? await approve(work, found, args, parseOwn, isForced) : undefined
  if (!permit) inDevelopment('unasked', work, optionsOf(found.executable, work.call.arguments))
  try {
    if (permit) bound = { own: permit.own, mayLack: permit.by !== 'remembered' }
    else bound = { ...bound, mayLack: false }
    const hasPlugins = work.run.plugins.of('execute').length > 0
    /** Finds the tool anew. Throws if it is not what was shown or approved. */
    const again = (): Found => {
      // The permit refuses a tool that has left.
      const now = permit ? work.find(work.call.name) : find(work)
      if (isAsked || hasPlugins) requireOn(work, now ?? found)
      requireOffered(work, found, now, { permit, bound })
      return now ?? found
    }
    found = again()
    if (permit) args = permit.args
    else if (work.replaced) tellChange(work, work.replaced, work.call.arguments as JsonObject)
    return await enterPlugins(work, found, permit, false, () =>
      perform(work, hasPlugins ? again() : found, args, { permit, bound }),
    )
  } catch (thrown) {
    permit?.conclude(thrown)
    throw thrown
  }
}

/**
 * Does a part of a call inside of the `execute` of plug-ins: of those with `post`, or the others.
 */
function enterPlugins(
  work: CallWork,
  { registered }: Found,
  permit: Permit | undefined,
  isPost: boolean,
  perform: () => Promise<Executed>,
): Promise<Executed> {
  const { run } = work
  const all = run.plugins.of('execute')
  const plugins = all.filter(({ enforce }) => (enforce === 'post') === isPost)
  if (plugins.length === 0) return perform()
  const ctx = new CallContext(work, work.cancellation)
  const { context } = run
  const call = copyIfJson(work.call)
  const at = { run: context, call, tool: registered?.tool, ctx, approvedBy: permit?.by }
  return executeWithin<'execute', { readonly handler?: Executable['handler'] | undefined }>(work, {
    member: 'execute',
    plugins,
    enter: (plugin, next) => plugin.execute(at, next),
    change: ({ handler = work.handler }) => (work.handler = handler),
    work: perform,
  })
}

/** What a call was allowed for, which is compared again right before its handler. */
interface Allowed {
  readonly permit: Permit | undefined
  readonly bound: Bound
}

/** Throws if a call is not what was offered, or allowed. Awaits nothing. */
function requireOffered(
  work: CallWork,
  found: Found,
  now: Found | undefined,
  { permit, bound }: Allowed,
): void {
  requireReady(work)
  if (permit) permit.recheck(now)
  else requireOffer(work, found, now, bound)
}

/** Runs a call that may run, or takes its result from the cache. */
async function perform(
  work: CallWork,
  found: Found,
  args: unknown,
  allowed: Allowed,
): Promise<Executed> {
  const { run } = work
  work.executable = found.executable
  work.cancellation.throwIfCancelled()
  const cache = placeInCache(work, found)
  if (cache?.found) {
    allowed.permit?.conclude()
    return { result: cache.found.result, charged: noCharge, durationMs: 0, cached: true }
  }
  charge(work, found)
  watchRunning(work, found)
  try {
    if (run.journal) await start(work, found, run.journal)
    for (const { execute } of run.features) {
      const noted = execute?.(work, allowed.permit?.by)
      if (noted) await work.cancellation.race(noted)
    }
    return await enterPlugins(work, found, allowed.permit, true, () =>
      handle(work, found, args, allowed, cache),
    )
  } finally {
    run.page?.changed(run.ports.clock.now())
    outlive(work)
    endUndo(work)
    const left = endInside(work)
    if (left) await left
    showTouched(work)
    if (work.deferred.length) {
      await withGrace(cleanUp(work), work.cancellation, run.ports.clock)
    }
  }
}

/** Checks a call for the last time, and runs its handler. */
async function handle(
  work: CallWork,
  found: Found,
  args: unknown,
  { permit, bound }: Allowed,
  cache: CachePlace | undefined,
): Promise<Executed> {
  const { run } = work
  // Between the last check and the handler nothing is awaited, so that the page cannot change.
  const check = (): void => {
    const now = work.find(work.call.name)
    if (run.plugins.of('execute').length) requireOn(work, now ?? found)
    requireOffered(work, found, now, { permit, bound })
  }
  check()
  inDevelopment('subject', work, found)
  permit?.conclude()
  const startedAt = run.ports.clock.now()
  const result = await runHandler(work, found, args, check)
  addUndoOf(work, found.executable, args, result)
  const { validateOutput } = found.executable
  if (validateOutput) inDevelopment('result', work.call.name, validateOutput, result)
  touchScope(work, found)
  run.page?.expect(found.registered?.tool.waitFor)
  const durationMs = run.ports.clock.now() - startedAt
  // From here on the call has succeeded, and nothing makes it one that did not run.
  outlive(work)
  cache?.keep(result)
  return { result, charged: found.executable.charges, durationMs }
}

/** Registers the `undo` of the tool for a call that succeeded. */
function addUndoOf(work: CallWork, executable: Executable, args: unknown, result: unknown): void {
  const { undo } = optionsOf(executable, work.call.arguments)
  if (undo) addUndo(work, ({ signal }) => undo({ args, result, signal } as never))
}

function charge(work: CallWork, { executable }: Found): void {
  const { run } = work
  try {
    run.spending.charge(executable.charges)
    for (const [key, amount] of Object.entries(executable.charges)) {
      run.charged[key] = exact((run.charged[key] ?? 0) + amount)
    }
    work.charged = executable.charges
  } catch (error) {
    endOverBudget(run, error)
    throw new Fatal(error)
  }
}

/**
 * Writes to the journal that the call is about to run. Throws `Fatal` if that fails, so that the
 * call does not run.
 */
async function start(work: CallWork, { executable }: Found, journal: Journal): Promise<void> {
  const { call, callId, cancellation, run, effect = 'write' } = work
  const { onResume } = optionsOf(executable, call.arguments)
  const idempotencyKey = `${run.session.id}:${callId}`
  const mayRepeat = effect === 'read' && onResume === 'again'
  try {
    const isChanged = work.changed !== undefined
    const id = callId
    await journal.started({ call: { ...call, id }, effect, idempotencyKey, mayRepeat, isChanged })
  } catch (error) {
    throw new Fatal(error)
  }
  cancellation.throwIfCancelled()
}

async function runHandler(
  work: CallWork,
  { executable }: Found,
  args: unknown,
  check: Retrying['check'],
): Promise<unknown> {
  const { run, callId, tool, iteration, cancellation } = work
  let endOwnAct = run.offers?.begin()
  let running: unknown
  let hasReturned = true
  try {
    const result = attempt(
      work,
      executable,
      (own) => (running = callHandler(work, executable, args, own)),
      {
        onRetry: (nth, error) => {
          endOwnAct?.(true)
          endOwnAct = undefined
          run.log.emit('tool_retrying', { callId, tool, iteration, attempt: nth, error })
          return run.page?.beforeRetry(run, { iteration, beforeCallId: callId })
        },
        check: () => {
          check()
          endOwnAct = run.offers?.begin()
        },
      },
    )
    return result instanceof Promise ? await result : result
  } catch (thrown) {
    hasReturned = !cancellation.reason && !AgentError.is(thrown, 'timeout')
    if (!hasReturned) followLate(work, running)
    if (cancellation.reason) throw new CancellationError(cancellation.reason)
    const isOwn = AgentError.is(thrown, 'timeout') || isStale(thrown, tool)
    throw isOwn ? thrown : handlerError(tool, callId, thrown)
  } finally {
    endOwnAct?.(hasReturned)
  }
}

/** Whether a handler refused its call, because of what changed since the page was shown. */
const isStale = (thrown: unknown, tool: string): thrown is AgentError =>
  AgentError.is(thrown, 'disabled') &&
  thrown.details.kind === 'changed' &&
  thrown.details.tool === tool

/** Shows how a handler ends that goes on after its call. */
function followLate({ run, callId }: CallWork, running: unknown): void {
  if (!isThenable(running)) return
  const show = (late: CallRecord['late']): void =>
    run.calls?.change({ callId, runId: run.id }, { late })
  running.then(
    () => show('returned'),
    () => show('threw'),
  )
}

/** The value that the cache keeps for a result. */
interface Kept {
  readonly result: unknown
  /** The third-party text that the result was made from, in words; undefined if there is none. */
  readonly foreign: string | undefined
}

/** The place of a call's result in the cache. */
interface CachePlace {
  /** The kept result; undefined if there is none. */
  readonly found: { readonly result: unknown } | undefined
  /** Keeps a result. A cache that throws changes nothing. */
  readonly keep: (result: unknown) => void
}

/**
 * Looks a call up in the cache. A result that was made from third-party text gives the call that
 * text again. Returns undefined if its tool or its run has no cache.
 *
 * The key is that of now: the page may change while the handler runs.
 */
function placeInCache(work: CallWork, found: Found): CachePlace | undefined {
  const { run, call } = work
  const { executable } = found
  const { toolCache } = run.config
  const { cacheTtlMs, untrusted } = executable
  if (cacheTtlMs === undefined || !toolCache) return undefined
  const { clock } = run.ports
  const key = cacheKeyOf(work, found)
  const kept = toolCache.get(key, clock.now())?.value as Kept | undefined
  work.foreign ??= kept?.foreign
  const keep = (result: unknown): void => {
    const foreign = untrusted ? describeAnswer(call.name, 'ok') : work.foreign
    try {
      toolCache.set(key, { result, foreign } satisfies Kept, clock.now() + cacheTtlMs)
    } catch (thrown) {
      run.warn(
        'cache_failed',
        `The result of "${call.name}" was not cached: ${describeThrown(thrown)}`,
        `cache_failed ${call.name}`,
      )
    }
  }
  return { found: kept, keep }
}

/** The ids of objects and functions, which tell two of them apart. */
const ids = new WeakMap<object, string>()

/**
 * Returns the key of a call's result in the tool cache. It is made of all that a handler can read.
 * That is the tool itself, its subject, that of the call, the user and the tenant. It is also the
 * dependencies, the metadata, the session's state and the arguments. An explicit `cache.key` stands
 * for the tool object, under the tool's name.
 */
function cacheKeyOf({ run, call }: CallWork, { executable, registered }: Found): string {
  const { dependencies, metadata, user } = run.config
  const { cacheKey } = executable
  const { arguments: args } = call
  const tool = cacheKey === undefined ? idOf(executable) : [call.name, cacheKey]
  const { parts = [] } = executable.subjectOf?.(args) ?? {}
  const about = idOf(registered && readAbout(registered).text)
  const given = Object.entries(dependencies ?? {})
    .map(([name, value]) => [name, idOf(value)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const read = [metadata, run.session.state.getState()].map(contentOf)
  return canonicalJson([tool, about, parts.map(idOf), user.id, user.tenant, given, read, args])
}

/** Returns text that is the same only for equal data, or for the same of anything else. */
function contentOf(value: unknown): string {
  try {
    return toBoundText(value)
  } catch {
    return idOf(value)
  }
}

/** Returns text that is the same only for the same object, or for the same other value. */
function idOf(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
    return `${typeof value} ${String(value)}`
  }
  let id = ids.get(value)
  if (id === undefined) ids.set(value, (id = nextId()))
  return id
}

/** The timeout and the retries of a handler. */
export interface AttemptPolicy {
  /** The longest time of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined
  readonly retry: { readonly attempts: number; readonly delayMs: number }
}

/** The work before each attempt but the first. */
interface Retrying {
  /** Called when an attempt has failed, before the pause. The pause begins when it is done. */
  readonly onRetry: (attempt: number, error: unknown) => Promise<void> | undefined
  /** Throws if the call may not be tried again. Called right before the attempt. */
  readonly check: () => void
}

/**
 * Runs a handler until an attempt succeeds or all attempts are used up. Throws the error of the
 * last attempt, also if `check` allows no other. A cancel is not retried, and ends the wait at once
 * even if the handler ignores its signal.
 */
function attempt<T>(
  work: CallWork,
  policy: AttemptPolicy,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
  retrying: Retrying,
): T | Promise<T> {
  return policy.retry.attempts === 1
    ? once(work, policy.timeoutMs, run)
    : again(work, policy, run, retrying)
}

async function again<T>(
  work: CallWork,
  policy: AttemptPolicy,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
  { onRetry, check }: Retrying,
): Promise<T> {
  const { cancellation } = work
  const { clock } = work.run.ports
  const { attempts, delayMs } = policy.retry
  for (let nth = 1; ; nth++) {
    try {
      return await once(work, policy.timeoutMs, run)
    } catch (error) {
      if (nth >= attempts || cancellation.reason || AgentError.is(error, 'cancelled')) throw error
      await onRetry(nth + 1, error)
      cancellation.throwIfCancelled()
      if (delayMs && !(await pause(clock, cancellation, delayMs))) cancellation.throwIfCancelled()
      try {
        check()
      } catch {
        cancellation.throwIfCancelled()
        throw error
      }
    }
  }
}

function once<T>(
  work: CallWork,
  timeoutMs: number | undefined,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
): T | Promise<T> {
  if (timeoutMs !== undefined) return within(work, timeoutMs, run)
  const result = run(work.cancellation)
  return isThenable(result) ? raceReturned(work.cancellation, result) : result
}

async function within<T>(
  work: CallWork,
  timeoutMs: number,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
): Promise<T> {
  const { clock } = work.run.ports
  const own = work.cancellation.child()
  const name = `The tool "${work.call.name}"`
  const timer = clock.setTimeout(
    () => own.cancel({ kind: 'timeout', message: `${name} took longer than ${timeoutMs} ms` }),
    timeoutMs,
  )
  try {
    const result = run(own)
    return await (isThenable(result) ? raceReturned(own, result) : result)
  } catch (error) {
    if (own.reason?.kind !== 'timeout' || work.cancellation.reason) throw error
    throw new TimeoutError(name, timeoutMs, work.startedAt !== undefined)
  } finally {
    clock.clearTimeout(timer)
    own.dispose()
  }
}
