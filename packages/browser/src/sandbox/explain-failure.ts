import { AgentError } from '@ambit/core'
import { plainOrigin } from './network.ts'

/** An error of a handler in a sandbox, as the worker sent it. Any part may be of any kind. */
export interface Thrown {
  readonly name: unknown
  readonly message: unknown
  /** The address of the last request that the policy of the frame blocked, if it blocked one. */
  readonly blocked?: unknown
}

const pageNames: ReadonlySet<string> = new Set([
  'alert',
  'caches',
  'confirm',
  'cookieStore',
  'customElements',
  'document',
  'history',
  'localStorage',
  'opener',
  'parent',
  'prompt',
  'RTCPeerConnection',
  'sessionStorage',
  'SharedWorker',
  'top',
  'WebAssembly',
  'window',
  'Worker',
])

/** The names of errors that are shown unchanged. Another name could pose as one of Ambit. */
const errorNames: ReadonlySet<unknown> = new Set([
  'AbortError',
  'AggregateError',
  'DataCloneError',
  'Error',
  'EvalError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'QuotaExceededError',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TypeError',
  'URIError',
])

/** The names that compilers, bundlers and coverage tools put into the text of a function. */
const toolNames =
  /^(?:__|cov_|import_|_import|_(?:async|await|class|define|extends|interop|jsx|object|sliced|spread|to)|\$Refresh)/

/**
 * Converts an error of a handler into one of the page, and adds advice if the sandbox is the cause.
 * What the code says stands in quotes, so that none of it reads as advice.
 */
export function explainFailure(tool: string, { name, message, blocked }: Thrown): Error {
  const said = typeof message === 'string' ? message.slice(0, 2_000) : undefined
  const quoted = said === undefined ? 'what cannot be read' : JSON.stringify(said)
  const kind = typeof name === 'string' && errorNames.has(name) ? name : 'Error'
  const missing = kind === 'ReferenceError' ? missingName(said ?? '') : undefined
  const advice = missing ? adviceForMissing(tool, missing) : adviceForBlocked(tool, blocked)
  const error = new Error(`The code of "${tool}" threw ${quoted}.${advice && ` ${advice}`}`)
  error.name = kind
  return error
}

/** Returns the error of a text that is not a function. `problem` is what the browser says of it. */
export const unread = (tool: string, problem: unknown): AgentError =>
  new AgentError(
    `The text of the handler of "${tool}" cannot be read as a function of \`(args, ctx)\`${
      typeof problem === 'string' ? `: ${JSON.stringify(problem.slice(0, 2_000))}` : ''
    }. Nothing of it was run as a handler. Give one function.`,
  )

function adviceForBlocked(tool: string, blocked: unknown): string {
  const address =
    typeof blocked === 'string' && URL.canParse(blocked) ? new URL(blocked) : undefined
  const origin = address?.origin ?? ''
  if (!plainOrigin.test(origin) || origin.length > 300) return ''
  return `The sandbox let no request to ${origin} out. If "${tool}" is to reach it, list it under \`allowNetwork\` of the agent's sandbox.`
}

/** Returns the name in a browser's message about a name that is not defined. */
const missingName = (message: string): string | undefined =>
  (
    /^([\p{ID_Start}$_][\p{ID_Continue}$]{0,99}) is not defined$/u.exec(message) ??
    /^Can't find variable: ([\p{ID_Start}$_][\p{ID_Continue}$]{0,99})$/u.exec(message)
  )?.[1]

function adviceForMissing(tool: string, missing: string): string {
  if (pageNames.has(missing)) {
    return `A sandbox has no \`${missing}\`: no page, no storage, no other worker. Have "${tool}" return data, and act on the page in a tool without \`run.sandbox\`.`
  }
  if (toolNames.test(missing)) {
    return `That name is what a compiler, bundler or coverage tool put into the handler of "${tool}", and only the handler's own text is in the sandbox. Leave its file out of that, build for ES2022 or newer, or give the text itself with \`fromSource\`.`
  }
  return `That name is defined outside of the handler of "${tool}", and only the handler's own text is in the sandbox. Whoever wrote the tool can move it into the handler, or give it by \`env\`.`
}
