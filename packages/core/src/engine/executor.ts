import { AgentError } from '../errors/agent-error.ts'
import { CancellationError, TimeoutError } from '../errors/run-errors.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import {
  DisabledToolError,
  ToolHandlerError,
  ToolValidationError,
  UnknownToolError,
} from '../errors/tool-errors.ts'
import type { Parameters, Validated } from '../schema/parameters.ts'
import { coerce } from '../schema/coerce.ts'
import type { Availability } from '../values/availability.ts'
import { exact } from '../values/budget.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { cloneJson } from '../values/json.ts'
import type { AssistantToolCall } from '../values/message.ts'
import type { AnyTool } from '../values/tool.ts'
import type { ToolContext } from '../values/tool-context.ts'
import { attempt, type AttemptPolicy } from './attempt.ts'
import { CallContext, type CallInfo } from './call-context.ts'
import type { Cancellation } from './cancellation.ts'
import { Fatal } from './fatal.ts'
import { withGrace } from './grace.ts'
import { interceptor } from './interceptor.ts'

/** What the executor needs of a tool: a `Tool`, or a function that code calls under the same rules. */
export interface Executable extends AttemptPolicy {
  readonly handler: (args: never, ctx: ToolContext) => unknown
  readonly charges: Readonly<Record<string, number>>
  readonly cacheTtlMs?: number | undefined
  readonly mode?: 'feedback' | 'silent' | undefined
  readonly toModelOutput?: AnyTool['toModelOutput']
  /** Left out, the arguments are passed as they are. */
  readonly validate?: Parameters<unknown>['validate'] | undefined
  readonly jsonSchema?: Parameters<unknown>['jsonSchema'] | undefined
}

/** A tool as the executor found it. */
export interface Found {
  readonly executable: Executable
  /** Where the tool can go: ends the call with it, until the returned function is called. */
  readonly tie?: ((call: Cancellation) => () => void) | undefined
  readonly isOn: () => Availability
}

/** What a handler, or a hook in its place, returned. */
export interface Executed {
  readonly result: unknown
  /** What was charged; nothing when a hook answered. */
  readonly charged: Readonly<Record<string, number>>
  readonly durationMs: number
  /** It came from the cache. */
  readonly cached?: boolean | undefined
}

/** One call on its way through the executor. */
export interface CallWork extends CallInfo {
  /** Replaced when a hook changes it. */
  call: AssistantToolCall
  readonly cancellation: Cancellation
  readonly find: (name: string) => Found | undefined
  /** What was run, as it was then: the page may have taken it away since. */
  executable?: Executable | undefined
  /** What lenient validation changed. */
  readonly warnings: string[]
}

/**
 * Runs one call: find, enabled, validate, preToolCall, enabled again, cache, charge, run, result hooks. Rejects with the error the model is
 * told, with `CancellationError`, or with `Fatal` for what must end the run.
 */
export async function execute(work: CallWork): Promise<Executed> {
  const { run } = work
  let found = find(work)
  requireOn(work, found)
  let args = await validate(work, found)
  if (run.hooks.of('preToolCall').length) {
    const answer = await askPreToolCall(work)
    if (answer) return answer
    found = find(work)
    args = await validate(work, found)
    requireOn(work, found)
  }
  requireSame(work, found)
  work.executable = found.executable
  work.cancellation.throwIfCancelled()
  const cached = readCache(work, found)
  if (cached) {
    const result = await askResultHooks(work, cached.value)
    return { result, charged: {}, durationMs: 0, cached: true }
  }
  charge(work, found)
  const release = found.tie?.(work.cancellation)
  const startedAt = run.ports.clock.now()
  try {
    const result = await runHandler(work, found.executable, args)
    const durationMs = run.ports.clock.now() - startedAt
    writeCache(work, found, result)
    return {
      result: run.hooks.of('onToolCallResult').length ? await askResultHooks(work, result) : result,
      charged: found.executable.charges,
      durationMs,
    }
  } finally {
    release?.()
    if (work.deferred.length) {
      await withGrace(cleanUp(work), work.cancellation, run.ports.clock)
    }
  }
}

function find({ run, call, find }: CallWork): Found {
  const found = find(call.name)
  if (found) return found
  const available = run.toolbox.list().flatMap((t) => (t.availability.enabled ? [t.tool.name] : []))
  throw new UnknownToolError(call.name, available.slice(0, 50))
}

function requireOn({ call }: CallWork, { isOn }: Found): void {
  const availability = isOn()
  if (!availability.enabled) throw new DisabledToolError(call.name, availability.reason)
}

/** While arguments were checked the page may have taken the tool away, or put another in its place. */
function requireSame(work: CallWork, { executable }: Found): void {
  if (find(work).executable === executable) return
  throw new DisabledToolError(work.call.name, 'it changed while the call was checked')
}

/** The arguments as the handler gets them; there at once unless the schema checks asynchronously. */
function validate(work: CallWork, { executable }: Found): unknown {
  const { call, run } = work
  const { validate: check, jsonSchema } = executable
  if (!check) return call.arguments
  const noArguments = call.raw === '' && Object.keys(jsonSchema?.properties ?? {}).length === 0
  if (call.raw !== undefined && !noArguments) {
    throw new ToolValidationError(call.name, [{ message: 'The arguments are not a JSON object.' }])
  }
  const mode = run.config.toolArgValidation
  const given = cloneJson(call.arguments)
  if (mode === 'none') return given
  const input =
    mode === 'lenient' ? coerce(given, jsonSchema, (change) => work.warnings.push(change)) : given
  const read = (checked: Validated<unknown>): unknown => {
    if ('value' in checked) return checked.value
    throw new ToolValidationError(call.name, checked.issues)
  }
  const refuse = (thrown: unknown): never => {
    if (AgentError.isInstance(thrown)) throw thrown
    throw new ToolValidationError(call.name, [{ message: describeThrown(thrown) }])
  }
  try {
    const checked = check(input)
    if (!(checked instanceof Promise)) return read(checked)
    return work.cancellation.race(checked).then(read).catch(refuse)
  } catch (thrown) {
    return refuse(thrown)
  }
}

/** The hooks' answer in place of the handler's, or undefined when the call goes on, perhaps changed. */
async function askPreToolCall(work: CallWork): Promise<Executed | undefined> {
  const { run, iteration } = work
  for (const hook of run.hooks.of('preToolCall')) {
    const change = await interceptor(work, () =>
      hook({ run: run.context, iteration, call: cloneJson(work.call) }),
    )
    if (!change) continue
    if ('error' in change) {
      const { error } = change
      throw AgentError.isInstance(error)
        ? error
        : new ToolHandlerError(work.tool, work.callId, error)
    }
    if ('result' in change) return { result: change.result, charged: {}, durationMs: 0 }
    // The id is the history's: a hook may change what is called, not which call it is.
    const { name, arguments: args } = change.call
    work.call = { id: work.call.id, name, arguments: args }
  }
  return undefined
}

async function askResultHooks(work: CallWork, first: unknown): Promise<unknown> {
  const { run, call, iteration } = work
  let result = first
  for (const hook of run.hooks.of('onToolCallResult')) {
    const change = await interceptor(work, () =>
      hook({ run: run.context, iteration, call, result }),
    )
    if (change) result = change.result
  }
  return result
}

function readCache(work: CallWork, { executable }: Found): { readonly value: unknown } | undefined {
  const { cache } = work.run.config
  if (!cache || executable.cacheTtlMs === undefined) return undefined
  return cache.get(cacheKey(work), work.run.ports.clock.now())
}

function writeCache(work: CallWork, { executable }: Found, result: unknown): void {
  const { cacheTtlMs } = executable
  if (cacheTtlMs === undefined) return
  const { config, ports } = work.run
  config.cache?.set(cacheKey(work), result, ports.clock.now() + cacheTtlMs)
}

const cacheKey = ({ call }: CallWork): string => `${call.name} ${canonicalJson(call.arguments)}`

function charge({ run }: CallWork, { executable }: Found): void {
  try {
    run.spending.charge(executable.charges)
    for (const [key, amount] of Object.entries(executable.charges)) {
      run.charged[key] = exact((run.charged[key] ?? 0) + amount)
    }
  } catch (error) {
    throw new Fatal(error)
  }
}

async function runHandler(work: CallWork, executable: Executable, args: unknown): Promise<unknown> {
  const { run, call, callId, tool, iteration, cancellation } = work
  try {
    const result = attempt(
      `The tool "${call.name}"`,
      executable,
      run.ports.clock,
      cancellation,
      (own) => executable.handler(args as never, new CallContext(work, own)),
      (nth, error) =>
        run.log.emit('tool_retrying', { callId, tool, iteration, attempt: nth, error }),
    )
    return result instanceof Promise ? await result : result
  } catch (thrown) {
    if (cancellation.reason) throw new CancellationError(cancellation.reason)
    throw TimeoutError.isInstance(thrown) ? thrown : new ToolHandlerError(tool, callId, thrown)
  }
}

/** The last deferred first, each after the one before, even when the run no longer waits for them. */
async function cleanUp({ run, tool, deferred }: CallWork): Promise<void> {
  for (const cleanup of deferred.splice(0).reverse()) {
    try {
      await cleanup()
    } catch (thrown) {
      run.warn('defer_threw', `A clean-up of "${tool}" threw: ${describeThrown(thrown)}`, tool)
    }
  }
}
