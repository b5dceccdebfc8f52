import {
  checkOptions,
  AgentError,
  type AgentPlugin,
  type Duration,
  type JsonObject,
  parseDuration,
  type SandboxRequest,
} from '@ambit/core'
import { checkNetwork, type Network, narrow, toConnectSource } from './network.ts'
import { runInFrame } from './run-in-frame.ts'
import { toExpression, toWorkerScript } from './worker-script.ts'

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
