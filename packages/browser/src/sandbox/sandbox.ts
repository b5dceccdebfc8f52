import {
  AgentError,
  type AgentPlugin,
  CancellationError,
  checkOptions,
  type Duration,
  type JsonObject,
  parseDuration,
  type SandboxRequest,
  TimeoutError,
} from '@ambit/core'
import { parseMessage, toExpression, toWorkerScript } from './worker-script.ts'
import { maxResult } from './bounds.ts'
import { createFrame, sandboxScriptHash } from './frame.ts'

/** The rights and limits of handlers in a sandbox. */
export interface SandboxOptions {
  /**
   * The time that one attempt at a handler may take before it is killed. A tool may ask for less.
   * Default `'30s'`.
   */
  readonly timeout?: Duration | undefined
  /**
   * The origins that handlers may reach, as in `['https://api.example.com']`; true for any. A tool
   * may ask for fewer. The requests have the origin `null`, so a server has to accept that origin.
   * Default false.
   */
  readonly allowNetwork?: Network | undefined
  /**
   * Plain data that handlers find in `ctx.env`, frozen. Code that is not trusted can read all of
   * it.
   */
  readonly env?: JsonObject | undefined
  /** A limit that no browser can enforce. A warning in the console says so. */
  readonly maxMemoryMB?: number | undefined
  /**
   * A right that no browser can give, because its workers have no file system. A warning in the
   * console says so.
   */
  readonly allowFS?: boolean | undefined
}

/**
 * Creates the plug-in that runs handlers whose code is not trusted. A tool asks for the sandbox
 * with its own option `run.sandbox`. Each call runs in a worker of its own, inside a frame without
 * an origin. The code there cannot reach the page, the page's storage and cookies, or another call.
 * Only `allowNetwork` lets the code reach the network. Cancelling the call kills the worker, and so
 * does the timeout, even in an endless loop.
 *
 * Memory is not capped: code that allocates without end can take down the tab.
 *
 * Throws `AgentError` for a malformed duration or origin. Calls reject with `AgentError` if there
 * is no `document`, or if the page's Content-Security-Policy does not let the frame start.
 */
export function sandbox(options: SandboxOptions = {}): AgentPlugin {
  const runner = createRunner(options)
  return {
    name: 'sandbox',
    execute: ({ call, tool }, next) => {
      const own = tool?.sandbox
      if (!own) return next()
      const source = String(tool.handler)
      return next({
        handler: (args, ctx) => {
          const onProgress: SandboxRequest['onProgress'] = (progress) => ctx.progress(progress)
          const { signal } = ctx
          return runner.run({ ...own, tool: call.name, source, args, signal, onProgress })
        },
      })
    },
  }
}

/** A place to run handlers whose code is not trusted. */
interface SandboxRunner {
  /**
   * Runs one call. Resolves with the handler's result as JSON data. Rejects with the error that the
   * handler throws, or with `TimeoutError`.
   */
  run(request: SandboxRequest): Promise<unknown>
}

/** Makes the runner of {@link sandbox}. */
export function createRunner(options: SandboxOptions = {}): SandboxRunner {
  checkOptions('`sandbox`', options, {
    allowFS: '',
    allowNetwork: 'network',
    env: '',
    maxMemoryMB: '',
    timeout: 'timeoutMs',
  })
  const timeoutMs = parseDuration(options.timeout ?? '30s', 'timeout')
  const allowed = checkNetwork(options.allowNetwork ?? false, 'allowNetwork')
  const env = structuredClone(options.env)
  warnOfUnenforced(options)
  return {
    run: async ({ source, allowNetwork, ...call }) => {
      const { tool } = call
      if (typeof document === 'undefined') {
        throw new AgentError(
          `"${tool}" was not run: a sandbox needs a \`document\`, and there is none here. Run this tool in a page.`,
        )
      }
      const wanted = allowNetwork && checkNetwork(allowNetwork, `allowNetwork of "${tool}"`)
      return runInFrame({
        ...call,
        script: toWorkerScript(toExpression(source, tool)),
        env: { ...env, ...call.env },
        timeoutMs: Math.min(timeoutMs, call.timeoutMs ?? timeoutMs),
        connectSource: toConnectSource(narrow(allowed, wanted)),
      })
    },
  }
}

function warnOfUnenforced({ maxMemoryMB, allowFS }: SandboxOptions): void {
  const ignored = { maxMemoryMB, allowFS }
  for (const [option, value] of Object.entries(ignored)) {
    if (value === undefined) continue
    console.warn(`[ambit] \`sandbox({ ${option} })\` does nothing: no browser can enforce it.`)
  }
}

/**
 * Creates a handler from text, for a tool with `run.sandbox`. `source` is a JavaScript function of
 * `(args, ctx)`, which may be async. The page never evaluates the text. In a tool without
 * it, calls of the handler reject with `AgentError`.
 *
 * @example
 * new Tool({
 *   name: 'double',
 *   description: '…',
 *   parameters,
 *   run: { sandbox: true },
 *   handler: fromSource('({ n }) => n * 2'),
 * })
 */
export function fromSource(source: string): () => Promise<unknown> {
  const handler = (): Promise<never> =>
    Promise.reject(
      new AgentError(
        'A handler of `fromSource` runs in a sandbox alone. Give its tool `run: { sandbox: true }`.',
      ),
    )
  handler.toString = () => source
  return handler
}

export interface FrameCall extends Pick<SandboxRequest, 'tool' | 'args' | 'signal' | 'onProgress'> {
  readonly script: string
  readonly env: SandboxRequest['env']
  readonly timeoutMs: number
  readonly connectSource: string
}

/** The longest delay of a browser's timer. A longer one fires at once. */
const longestMs = 2 ** 31 - 1

/** The time in which the frame has to report that its worker has started. */
const startMs = 10_000

/**
 * Runs one call in a frame of its own, and removes the frame when the call ends, however the call
 * ends. The frame has no origin, and reaches neither the page nor the page's storage. The worker
 * inside the frame reaches neither the document of the frame nor the network.
 */
export function runInFrame(call: FrameCall): Promise<unknown> {
  const { tool, signal } = call
  const { port1: port, port2 } = new MessageChannel()
  const frame = createFrame(call.connectSource)
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = (): void => undefined
  const outcome = new Promise<unknown>((resolve, reject) => {
    stop = () => reject(new CancellationError(signal.reason))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    timer = setTimeout(() => reject(notStarted()), startMs)
    port.addEventListener('message', ({ data }: MessageEvent<string | readonly unknown[]>) => {
      const [kind, first, second, third] = typeof data === 'string' ? parseMessage(data) : data
      if (kind === 'started') {
        clearTimeout(timer)
        const { timeoutMs } = call
        const late = (): void =>
          reject(new TimeoutError(`"${tool}" in its sandbox`, timeoutMs, true))
        timer = setTimeout(late, Math.min(timeoutMs, longestMs))
      }
      if (kind === 'blocked') reject(notStarted())
      if (kind === 'report') call.onProgress(toProgress(first, second))
      if (kind === 'done') resolve(first)
      if (kind === 'large') reject(tooLarge(tool))
      if (kind === 'unread') reject(unread(tool, first))
      if (kind === 'threw') {
        reject(explainFailure(tool, { name: first, message: second, blocked: third }))
      }
    })
    port.start()
    frame.addEventListener('load', () => {
      const { script, args, env = {} } = call
      try {
        frame.contentWindow?.postMessage({ script, input: { args, env } }, '*', [port2])
      } catch {
        reject(cannotClone(tool))
      }
    })
    document.body.append(frame)
  })
  return outcome.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    port.close()
    frame.remove()
  })
}

/** Returns the well-formed parts of a report. The code in the sandbox may send anything. */
function toProgress(percent: unknown, message: unknown): { percent?: number; message?: string } {
  return {
    ...(typeof percent === 'number' && { percent }),
    ...(typeof message === 'string' && { message: message.slice(0, 1_000) }),
  }
}

const notStarted = (): AgentError =>
  new AgentError(
    `The sandbox did not start, so nothing was run. If the page has a Content-Security-Policy, it must have ${sandboxScriptHash} under \`script-src\` and \`blob:\` under \`worker-src\`.`,
  )

const cannotClone = (tool: string): AgentError =>
  new AgentError(
    `The arguments of "${tool}" cannot be copied into its sandbox. Have its schema give plain data: no functions, no class instances.`,
  )

const tooLarge = (tool: string): AgentError =>
  new AgentError(
    `"${tool}" ended with more than ${maxResult} characters of JSON, and a sandbox passes on no more. Have it return less.`,
  )

/** An error of a handler in a sandbox, as the worker sent it. Any part may be of any kind. */
interface Thrown {
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

/** The origins that a handler may reach: none, all, or those in the list. */
type Network = boolean | readonly string[]

/**
 * The form of an origin that is safe in a policy. A URL may also have a host with `*` or `;` in it.
 */
const plainOrigin: RegExp = /^(?:https?|wss?):\/\/(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d+)?$/

/** Throws `AgentError` for an entry that is not an origin. */
export function checkNetwork(network: Network, option: string): Network {
  if (typeof network === 'boolean') return network
  for (const origin of network) {
    if (plainOrigin.test(origin) && new URL(origin).origin === origin) continue
    throw new AgentError(
      `\`${option}\` has ${JSON.stringify(origin)}, which is not an origin. Give scheme, host and port, as in 'https://api.example.com'.`,
    )
  }
  return network
}

/** Returns the part of `allowed` that is also in `wanted`. */
export function narrow(allowed: Network, wanted: Network | undefined): Network {
  if (wanted === undefined || wanted === true || allowed === false) return allowed
  if (wanted === false || allowed === true) return wanted
  return wanted.filter((origin) => allowed.includes(origin))
}

/**
 * Returns the `connect-src` of a Content-Security-Policy that allows these origins and nothing
 * else.
 */
export function toConnectSource(network: Network): string {
  if (network === true) return 'https: http: wss: ws:'
  return network === false || network.length === 0 ? "'none'" : network.join(' ')
}
