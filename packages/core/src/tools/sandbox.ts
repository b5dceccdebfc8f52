import type { Duration } from '../clock.ts'
import { parseDuration } from '../options/retry.ts'
import type { JsonObject } from '../json/json.ts'

/** How one tool's handler is run apart from the page. What the agent's sandbox allows is the most it can get. */
export interface ToolSandboxOptions {
  /** How long the handler may run, if that is shorter than what the agent's sandbox allows. */
  readonly timeout?: Duration | undefined
  /** Which origins it may reach, of those that the agent's sandbox allows; false for none. Default: all of those. */
  readonly allowNetwork?: boolean | readonly string[] | undefined
  /** Plain data the handler finds in `ctx.env`, beside the sandbox's own. */
  readonly env?: JsonObject | undefined
}

/** The same, read. */
export interface ToolSandbox {
  readonly timeoutMs?: number | undefined
  readonly allowNetwork?: boolean | readonly string[] | undefined
  readonly env?: JsonObject | undefined
}

/** One call of a handler in a sandbox. */
export interface SandboxRequest extends ToolSandbox {
  /** The tool's name, for messages. */
  readonly tool: string
  /** The handler as JavaScript: the text of a function of `(args, ctx)`. */
  readonly source: string
  /** What can be cloned; the handler gets a copy. */
  readonly args: unknown
  /** Ends the handler at once when it aborts. */
  readonly signal: AbortSignal
  /** What the handler tells with `ctx.report`. */
  readonly onProgress: (progress: {
    pct?: number | undefined
    message?: string | undefined
  }) => void
}

/** Where handlers run whose code is not trusted; made by `sandbox` of `@ambit/browser`. */
export interface SandboxRunner {
  /** Resolves with what the handler returns, as JSON data; rejects with what it throws, or `TimeoutError`. */
  run(request: SandboxRequest): Promise<unknown>
}

/** Reads a tool's `sandbox`. Throws `AgentError` for a malformed duration. */
export function toToolSandbox(
  options: boolean | ToolSandboxOptions | undefined,
  owner: string,
): ToolSandbox | undefined {
  if (options === undefined || options === false) return undefined
  if (options === true) return {}
  const { timeout, allowNetwork, env } = options
  return {
    timeoutMs:
      timeout === undefined ? undefined : parseDuration(timeout, `sandbox.timeout of ${owner}`),
    allowNetwork,
    env: structuredClone(env),
  }
}
