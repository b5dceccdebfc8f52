import type { Cancellation } from '../cancellation.ts'
import { inDevelopment } from '../dev/in-development.ts'
import { AgentError, CancellationError } from '../errors/agent-error.ts'
import { handlerError, toError } from '../errors/errors.ts'
import { copyIfJson, type JsonObject } from '../json/json.ts'
import type { ChatInput } from '../messages/message.ts'
import type { MistakeOfNext } from '../dev/messages.ts'
import { explain, misuse } from '../options/misuse.ts'
import { inPlugin, requireText, toPluginError, type Next } from '../plugins.ts'
import type { RunResult } from '../run.ts'
import { optionsOf } from '../tools/context.ts'
import { type CallWork, Fatal, type Found, noCharge } from './call.ts'
import type { Executed } from './execute.ts'
import { withGrace } from './grace.ts'
import type { PluginMember, With } from './plugin-list.ts'
import type { RunCore, RunOutcome } from './run.ts'
import { tellRefused } from './seams.ts'

/** A member of plug-ins, and what it stands around. */
interface Layers<Member extends PluginMember, Change, Result> {
  readonly member: Member
  readonly plugins: readonly With<Member>[]
  /** Calls the member of one plug-in. */
  readonly enter: (plugin: With<Member>, next: Next<Change, Result>) => unknown
  /** Takes a change that a plug-in gave `next`. What it throws goes to that plug-in. */
  readonly change: (change: Change, plugin: With<Member>) => void
  /** Does the work that the plug-ins stand around. */
  readonly work: () => Promise<Result>
  readonly cancellation: Cancellation
  /** True if the work is done. A plug-in that does not call `next` is then passed over. */
  readonly hasRun?: boolean | undefined
  /** True if `next` may be called again. */
  readonly mayRepeat?: boolean
  /** Waits for the plug-ins after a cancel. Default: only as long as they wait for nothing. */
  readonly grace?: ((all: Promise<unknown>) => Promise<void>) | undefined
}

/** What is thrown to the plug-ins that a cancel has left behind. */
interface LeftBehind {
  readonly thrown: unknown
}

/**
 * Does work inside of plug-ins. Rejects with what the outermost one threw. After a cancel, waits
 * for the work, if it has begun. A plug-in that is not done then is left behind: its `next` runs
 * nothing.
 */
export async function surround<Member extends PluginMember, Change, Result>(
  layers: Layers<Member, Change, Result>,
): Promise<Result> {
  const { plugins, work, cancellation, grace } = layers
  let working: Promise<Result> | undefined
  let leftBehind: LeftBehind | undefined
  const enterAt = (at: number): Promise<Result> => {
    const plugin = plugins[at]
    if (!plugin) return (working = work())
    return enterMember(layers, plugin, { inner: () => enterAt(at + 1), left: () => leftBehind })
  }
  const all = enterAt(0)
  try {
    return await cancellation.race(all)
  } catch (thrown) {
    if (!cancellation.reason) throw thrown
    all.catch(() => undefined)
    await working?.catch(() => undefined)
    if (grace) await grace(all)
    leftBehind = { thrown }
    // The work may have begun in the time of grace.
    await working?.catch(() => undefined)
    return settled(all, thrown, plugins.length)
  }
}

/**
 * Enters the member of one plug-in. A member ends no sooner than its `next`: one that returned
 * nothing before has the outcome of `next`. Only a `request` may answer without waiting for it.
 */
async function enterMember<Member extends PluginMember, Change, Result>(
  layers: Layers<Member, Change, Result>,
  plugin: With<Member>,
  around: { readonly inner: () => Promise<Result>; readonly left: () => LeftBehind | undefined },
): Promise<Result> {
  const { member, enter, change, hasRun, mayRepeat } = layers
  const { inner, left } = around
  const { name } = plugin
  const passed = new Set<unknown>()
  const begun: Promise<Result>[] = []
  let running = 0
  let isOver = false
  const begin = async (given: Change | undefined): Promise<Result> => {
    const behind = left()
    if (behind) throw behind.thrown
    if (isOver) throw mistake(name, 'late')
    if (begun.length > 0 && !mayRepeat) throw mistake(name, 'twice')
    running++
    try {
      if (given !== undefined) {
        checkChange(member, name, given as object)
        change(given, plugin)
      }
      return await inner()
    } catch (thrown) {
      passed.add(thrown)
      throw thrown
    } finally {
      running--
    }
  }
  const next: Next<Change, Result> = (given) => {
    const one = begin(given)
    begun.push(one)
    // The member may not wait for it.
    one.catch(() => undefined)
    return one
  }
  const waitForNext = (): Promise<unknown> => {
    isOver = true
    inDevelopment('notAwaited', name, member)
    return Promise.allSettled(begun)
  }
  try {
    const result = (await enter(plugin, next)) as Result
    const isLost = running > 0 && result === undefined
    if (isLost || (running > 0 && !mayRepeat)) await waitForNext()
    const last = begun.at(-1)
    if (last) return isLost ? await last : result
    if (hasRun) return await inner()
    if (result !== undefined) return result
    throw mistake(name, 'nothing')
  } catch (thrown) {
    if (running > 0 && !mayRepeat) await waitForNext()
    if (hasRun && begun.length === 0) return inner()
    throw passed.has(thrown) ? thrown : toPluginError(plugin, thrown)
  } finally {
    isOver = true
  }
}

/** What each member may change by `next`. A request takes any part of it. */
const changes: { readonly [Member in PluginMember]?: readonly string[] } = {
  run: ['input'],
  call: ['tool', 'args'],
  execute: ['handler'],
}

function checkChange(member: PluginMember, plugin: string, given: object): void {
  const known = changes[member]
  const other = known && Object.keys(given).find((key) => !known.includes(key))
  if (other) throw mistake(plugin, 'change', other, known.join(' or '))
}

const mistake = (plugin: string, ...what: MistakeOfNext): AgentError =>
  misuse('next', [plugin, ...what], { code: 'plugin', details: { plugin } })

/**
 * Awaits a handler until a cancel. A handler that returns in the task of the cancel, such as one
 * that cancels its own run last, has returned.
 */
export function raceReturned<T>(cancellation: Cancellation, result: PromiseLike<T>): Promise<T> {
  return cancellation.race(result).catch((thrown: unknown) => {
    if (!cancellation.reason) throw thrown
    return settled(result, thrown, 0)
  })
}

/**
 * The turns of the microtask queue that an outcome takes through one plug-in which waits only for
 * its `next`, at most. Work without plug-ins takes no more. Turns are counted because a timer would
 * end the run a task later.
 */
const turnsOfPlugin = 5

/**
 * Returns what a promise settles with, if it waits for nothing but the plug-ins that its outcome
 * goes through; else throws `thrown`.
 */
async function settled<T>(promise: PromiseLike<T>, thrown: unknown, plugins: number): Promise<T> {
  const late = async (): Promise<never> => {
    for (let turn = 0; turn < turnsOfPlugin * (1 + plugins); turn++) await Promise.resolve()
    throw thrown
  }
  return Promise.race([promise, late()])
}

/** The longest wait for the plug-ins of a run that has failed, in milliseconds. */
const failedMs = 10_000

/**
 * Does the work of a run inside of its plug-ins. `answer` makes the outcome if they do none of it.
 * Ten seconds after a failure, plug-ins that are not done are left behind.
 */
export async function surroundRun(
  run: RunCore,
  given: ChatInput | undefined,
  work: (input: ChatInput | undefined) => Promise<RunOutcome<unknown>>,
  answer: () => RunOutcome<unknown>,
): Promise<RunOutcome<unknown>> {
  const plugins = run.plugins.of('run')
  if (plugins.length === 0) return work(given)
  let input = given
  let outcome: RunOutcome<unknown> | undefined
  let failed: Error | undefined
  let timer: unknown
  const { clock } = run.ports
  const late = Promise.withResolvers<never>()
  const surrounded = surround<'run', { readonly input?: ChatInput | undefined }, unknown>({
    member: 'run',
    plugins,
    enter: (plugin, next) => plugin.run({ run: run.context, input }, next as never),
    change: ({ input: changed = input }, { name, rewritesInput }) => {
      // The words that it takes out may be stored already.
      if (changed !== input && !rewritesInput) throw mistake(name, 'input')
      input = changed
    },
    work: async () => {
      try {
        outcome = await work(input)
        return outcome.result
      } catch (thrown) {
        const error = (failed = run.toEnd(thrown))
        timer = clock.setTimeout(() => {
          run.warn('plugin_late', explain('pluginLate', []))
          late.reject(error)
        }, failedMs)
        throw error
      }
    },
    cancellation: run.cancellation,
    grace: (all) => withGrace(all, run.cancellation, clock),
  })
  const ended = Promise.race([surrounded, late.promise]).finally(() => clock.clearTimeout(timer))
  const result = await ended.catch((thrown: unknown) => {
    if (thrown !== failed && AgentError.is(thrown, 'guardrail')) tellRefused(run, thrown)
    throw thrown
  })
  run.throwIfEnding()
  const before = outcome ?? answer()
  if (!before.result) return before
  const { usage } = before.result
  const changed = { ...before.result, ...(result as Partial<RunResult> | undefined) }
  // What plug-ins have asked a model since then counts too.
  if (changed.usage === usage) {
    const { costUsd, report } = run
    const spent = { usage: run.usage, report: { ...report, status: changed.status } }
    Object.assign(changed, spent, costUsd !== undefined && { costUsd })
  }
  return { ...before, value: changed, result: changed }
}

/**
 * Does a call inside of the `call` of its plug-ins. `hasRun` does it before they are entered, so
 * that none of them can refuse it.
 */
export function surroundCall(
  work: CallWork,
  execute: (work: CallWork) => Promise<Executed>,
  hasRun = false,
): Promise<Executed> {
  const { run } = work
  const plugins = run.plugins.of('call')
  if (plugins.length === 0) return execute(work)
  return executeWithin<'call', CallChange>(work, {
    member: 'call',
    plugins,
    enter: (plugin, next) =>
      plugin.call(
        {
          run: run.context,
          call: copyIfJson(work.call),
          tool: reach(work)?.registered?.tool,
          toModel: (change) =>
            void (work.toModel ??= []).push((json) =>
              inPlugin(plugin, async () => requireText('toModel', await change(json))),
            ),
        },
        next,
      ),
    change: ({ tool: name = work.call.name, args = work.call.arguments }) => {
      work.asked ??= work.call.arguments as JsonObject
      // The id stays, because the history has it.
      work.call = { id: work.call.id, name, arguments: args as CallWork['call']['arguments'] }
      work.isHeld = true
    },
    work: () => execute(work),
    hasRun,
  })
}

/**
 * Returns the tool of a call, and records if it is untrusted: a plug-in may answer in its place.
 */
function reach(work: CallWork): Found | undefined {
  const { call } = work
  try {
    const found = work.find(call.name)
    if (found && optionsOf(found.executable, call.arguments).untrusted) work.isUntrusted = true
    return found
  } catch {
    return undefined
  }
}

interface CallChange {
  readonly tool?: string | undefined
  readonly args?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Does a call, or a part of it, inside of plug-ins. Once the call has succeeded, no error of a
 * plug-in changes that: the error ends the run, and the result is withheld. Rejects with `Fatal`
 * for a mistake of a plug-in.
 */
export async function executeWithin<Member extends 'call' | 'execute', Change>(
  work: CallWork,
  layers: Pick<Layers<Member, Change, unknown>, 'member' | 'plugins' | 'enter' | 'change'> & {
    readonly work: () => Promise<Executed>
    readonly hasRun?: boolean
  },
): Promise<Executed> {
  const { run, cancellation } = work
  let executed: Executed | undefined
  let failed: { readonly thrown: unknown } | undefined
  const execute = async (): Promise<unknown> => {
    try {
      executed ??= await layers.work()
      return executed.result
    } catch (thrown) {
      failed = { thrown }
      throw thrown instanceof Fatal ? toError(thrown.error) : toCallError(work, thrown)
    }
  }
  if (layers.hasRun) await execute().catch(() => undefined)
  try {
    const result = await surround<Member, Change, unknown>({
      ...layers,
      cancellation,
      work: () => (failed ? Promise.reject(toCallError(work, failed.thrown)) : execute()),
    })
    if (failed && (failed.thrown instanceof Fatal || cancellation.reason)) throw failed.thrown
    if (executed) {
      return executed.isWithheld || result === undefined ? executed : { ...executed, result }
    }
    const { charged = noCharge, startedAt } = work
    const now = run.ports.clock.now()
    return { result, charged, durationMs: now - (startedAt ?? now) }
  } catch (thrown) {
    if (executed) {
      run.fail(thrown)
      return { ...executed, result: undefined, isWithheld: true }
    }
    if (failed?.thrown instanceof Fatal) throw failed.thrown
    if (cancellation.reason) throw failed?.thrown ?? new CancellationError(cancellation.reason)
    throw AgentError.is(thrown, 'plugin') ? new Fatal(thrown) : thrown
  }
}

/** Returns what a call threw as an `AgentError`. */
export const toCallError = ({ call }: CallWork, thrown: unknown): AgentError =>
  AgentError.is(thrown) ? thrown : handlerError(call.name, call.id, thrown)
