import type { UserContent } from '../messages/message.ts'
import type { JsonValue } from '../json/json.ts'
import { AgentError, describeThrown } from './agent-error.ts'

/** One problem that a schema found: what is wrong, and its path in the value. */
export interface ValidationIssue {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
}

/**
 * The error of a call whose arguments do not fit the tool's parameters. The handler was not called.
 */
export class ToolValidationError extends AgentError<'validation'> {
  declare readonly tool: string
  declare readonly issues: readonly ValidationIssue[]
  override get name(): string {
    return 'ToolValidationError'
  }
  constructor(tool: string, issues: readonly ValidationIssue[]) {
    super(
      `Invalid arguments for "${tool}": ${issues
        .map(({ path, message }) => (path?.length ? `${path.join('.')}: ${message}` : message))
        .join('; ')}`,
      { code: 'validation', details: { tool, issues } },
    )
  }
}

const lookAgain = '. Look at the page as it is now, and call it again only if that is still right'

/**
 * The error of a call of a tool that exists but is off at the moment of the call. The handler was
 * not called.
 */
export class DisabledToolError extends AgentError<'disabled'> {
  declare readonly tool: string
  declare readonly reason?: string | undefined
  /**
   * `gone`: the row or card of the call is no longer on the page. `off`: that row or card is off,
   * so `reason` begins with its id. `changed`: the tool, or what it is for, changed meanwhile, or
   * the page was not ready; the answer of such a call is `stale`. Otherwise undefined.
   */
  declare readonly kind?: 'gone' | 'off' | 'changed' | undefined
  /** The reason without the id of a row or card; absent if it has none. */
  declare readonly detail?: string | undefined
  override get name(): string {
    return 'DisabledToolError'
  }
  constructor(tool: string, reason?: string, kind?: DisabledToolError['kind'], detail?: string) {
    const what = kind === 'changed' ? 'was not run' : 'is not available now'
    const look = kind === 'changed' && reason ? lookAgain : ''
    super(`"${tool}" ${what}${reason ? `: ${reason}${look}` : '.'}`, {
      code: 'disabled',
      details: { tool, reason, kind, detail },
    })
  }
}

/** The error of a call with a name that no tool of this run has. */
export class UnknownToolError extends AgentError<'unknown_tool'> {
  declare readonly tool: string
  override get name(): string {
    return 'UnknownToolError'
  }
  /** Creates the error. `others` is the number of tools that are available too. */
  constructor(tool: string, available: readonly string[] = [], others: number = 0) {
    const named = [...available, ...(others > 0 ? [`and ${others} others`] : [])].join(', ')
    super(
      `There is no tool "${tool}". ${named ? `Available: ${named}.` : 'No tool is available.'}`,
      { code: 'unknown_tool', details: { tool } },
    )
  }
}

/**
 * The kind of a denial. `no`: a user said no. `no_because`: the same, and `reason` is the
 * user's comment. `policy`: `approval.decide` said no. `unanswered`: nobody answered in time, or
 * nobody was there. `changed`: the call or its preview changed after it was shown, its `binds`
 * threw, or it was approved too long ago. `unclear`: the answer could not be used.
 */
export type DenialKind = 'no' | 'no_because' | 'policy' | 'unanswered' | 'changed' | 'unclear'

/** The error of a call that a user, a policy or a plug-in refused. The handler was not called. */
export class ToolDeniedError extends AgentError<'denied'> {
  declare readonly tool: string
  declare readonly reason: string
  /** The kind of the denial. Absent if `reason` is in the words of the application. */
  declare readonly kind?: DenialKind | undefined
  override get name(): string {
    return 'ToolDeniedError'
  }
  /**
   * Creates the error. `detail` is the reason as the message states it, if the message says more
   * than `reason`.
   */
  constructor(tool: string, reason: string, detail: string = reason, kind?: DenialKind) {
    super(`"${tool}" was denied: ${detail}`, { code: 'denied', details: { tool, reason, kind } })
  }
}

/**
 * Returns the error of a call whose handler threw. `isOwnText` is true if `cause` is a text of
 * Ambit.
 */
export const handlerError = (
  tool: string,
  callId: string,
  cause: unknown,
  isOwnText: boolean = false,
): AgentError<'handler'> =>
  new AgentError(describeThrown(cause), {
    code: 'handler',
    details: { tool, callId, ...((isOwnText || !hasText(cause)) && { kind: 'no_text' }) },
    cause,
  })

/**
 * The error of a run, or of a steered message, that a guardrail refused. It holds nothing of a
 * refused answer.
 */
export class GuardrailError extends AgentError<'guardrail'> {
  declare readonly guardrail: string
  declare readonly reason: string
  declare readonly phase: 'input' | 'output'
  /**
   * The refused message of the user, to be edited. Absent for `output`. It is not enumerable and
   * not in the error's JSON.
   */
  declare readonly input?: UserContent
  override get name(): string {
    return 'GuardrailError'
  }
  constructor(
    guardrail: string,
    phase: 'input' | 'output',
    reason: string,
    { input, cause }: { input?: UserContent | undefined; cause?: unknown } = {},
  ) {
    super(`The guardrail "${guardrail}" refused the ${phase}: ${reason}`, {
      code: 'guardrail',
      details: { guardrail, phase, reason },
      ...(cause !== undefined && { cause }),
    })
    if (input !== undefined) Object.defineProperty(this, 'input', { value: input })
  }
}

/** Returns a thrown `Error` as it is. Any other value becomes the `cause` of an `AgentError`. */
export const toError = (thrown: unknown): Error =>
  isError(thrown)
    ? thrown
    : new AgentError(`A value was thrown: ${describeThrown(thrown)}`, { cause: thrown })

function isError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error
  } catch {
    // A Proxy may throw at any access.
    return false
  }
}

/** Whether a thrown value has words of the application. Never throws. */
function hasText(thrown: unknown): boolean {
  try {
    if (typeof thrown === 'string') return thrown !== ''
    if (typeof thrown !== 'object' || thrown === null || AgentError.is(thrown)) return false
    const { message } = thrown as { message?: unknown }
    return typeof message === 'string' && message !== ''
  } catch {
    return false
  }
}

const fields = [
  'kind',
  'tool',
  'issues',
  'reason',
  'detail',
  'timeoutMs',
  'budgetKey',
  'limit',
  'spent',
] as const

/**
 * Returns the part of an error that the model and the page get. For Ambit's own errors, its code
 * and an allow-list of its details. For any other error, only the message, because its fields may
 * hold anything. A handler that threw because the user declined its question, or because a limit
 * ended a run inside it, reports that error.
 */
export function toErrorReport(thrown: unknown): { error: Record<string, JsonValue> } {
  const error = isToldByCause(thrown) ? thrown.cause : thrown
  if (!AgentError.is(error)) {
    return { error: { name: 'Error', message: describeThrown(error) } }
  }
  const { name, message, code } = error
  const report: Record<string, JsonValue> = { name, message, code }
  const details = Object(error.details) as Readonly<Record<string, JsonValue | undefined>>
  for (const field of fields) {
    const value = details[field]
    if (value !== undefined && (field === 'issues' || typeof value !== 'object'))
      report[field] = value
  }
  return { error: report }
}

const isToldByCause = (thrown: unknown): thrown is AgentError =>
  AgentError.is(thrown) &&
  (AgentError.is(thrown.cause, 'declined') || AgentError.is(thrown.cause, 'limit'))
