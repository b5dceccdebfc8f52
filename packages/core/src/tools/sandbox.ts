import type { Duration } from '../clock.ts'
import { parseDuration } from '../options/retry.ts'
import type { JsonObject } from '../json/json.ts'

/**
 * The limits of one tool's handler that runs apart from the page. The limits of the agent's sandbox
 * are the upper bound.
 */
export interface ToolSandboxOptions {
  /**
   * The longest time that the handler may run. Has no effect if it is longer than the time of the
   * agent's sandbox.
   */
  readonly timeout?: Duration | undefined
  /**
   * The origins that the handler may reach, among those that the agent's sandbox allows. False
   * allows none. Default: all that the agent's sandbox allows.
   */
  readonly allowNetwork?: boolean | readonly string[] | undefined
  /** Plain data that the handler finds in `ctx.env`, beside the data of the agent's sandbox. */
  readonly env?: JsonObject | undefined
}

/** The options of a tool's sandbox after they are parsed. */
export interface ToolSandbox {
  readonly timeoutMs?: number | undefined
  readonly allowNetwork?: boolean | readonly string[] | undefined
  readonly env?: JsonObject | undefined
}

/** One call of a handler in a sandbox. */
export interface SandboxRequest extends ToolSandbox {
  /** The tool's name, for error messages. */
  readonly tool: string
  /** The handler's source text: JavaScript of a function of `(args, ctx)`. */
  readonly source: string
  /** The arguments, as a value that can be cloned. The handler gets a copy. */
  readonly args: unknown
  /** A signal that ends the handler at once when it aborts. */
  readonly signal: AbortSignal
  /** Receives the progress that the handler reports with `ctx.report`. */
  readonly onProgress: (progress: {
    pct?: number | undefined
    message?: string | undefined
  }) => void
}

/** A place to run handlers whose code is not trusted; made by `sandbox` of `@ambit/browser`. */
export interface SandboxRunner {
  /**
   * Runs one call. Resolves with the handler's result as JSON data. Rejects with the error that the
   * handler throws, or with `TimeoutError`.
   */
  run(request: SandboxRequest): Promise<unknown>
}

/**
 * Parses a tool's `sandbox` option. Returns undefined if the tool has none. Throws `AgentError` if
 * a duration is malformed.
 */
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
