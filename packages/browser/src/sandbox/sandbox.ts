import {
  AgentError,
  type Duration,
  type JsonObject,
  parseDuration,
  type SandboxRunner,
} from '@ambit/core'
import { checkNetwork, type Network, narrow, toConnectSource } from './network.ts'
import { runInFrame } from './run-in-frame.ts'
import { toExpression } from './to-expression.ts'
import { toWorkerScript } from './worker-script.ts'

/** What sandboxed handlers may do. */
export interface SandboxOptions {
  /** How long one attempt at a handler may run before it is killed. A tool may ask for less. Default `'30s'`. */
  readonly timeout?: Duration | undefined
  /**
   * Which origins handlers may reach, as in `['https://api.example.com']`; true for any. Their requests have the origin `null`, so a server must answer
   * those. A tool may ask for fewer. Default false.
   */
  readonly allowNetwork?: Network | undefined
  /** Plain data that handlers find, frozen, in `ctx.env`. What stands in it can be read by code that is not trusted. */
  readonly env?: JsonObject | undefined
  /** No browser can enforce it: a warning in the console says so. */
  readonly maxMemoryMB?: number | undefined
  /** There is no file system in a browser's worker to allow: a warning in the console says so. */
  readonly allowFS?: boolean | undefined
}

/**
 * Runs handlers whose code is not trusted: each call in a worker of its own, inside a frame without an origin, from which there is no way to the page, its
 * storage, its cookies, another call, or (without `allowNetwork`) the network. Cancelling the call or its timeout kills it, and an endless loop with it. For the agent's
 * option `sandbox`; tools ask for it with theirs.
 *
 * Memory is not capped: code that allocates without end can take down the tab.
 *
 * Throws `AgentError` for a malformed duration or origin. Calls reject with `AgentError` where there is no `document`, and where the page's
 * Content-Security-Policy does not let the frame start.
 */
export function sandbox(options: SandboxOptions = {}): SandboxRunner {
  const timeoutMs = parseDuration(options.timeout ?? '30s', 'timeout')
  const allowed = checkNetwork(options.allowNetwork ?? false, 'allowNetwork')
  const env = structuredClone(options.env)
  warnOfUnenforced(options)
  return {
    run: async ({ source, allowNetwork, ...call }) => {
      const { tool } = call
      if (typeof document === 'undefined') {
        throw new AgentError(`"${tool}" was not run: a sandbox needs a page, and here is none.`)
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
