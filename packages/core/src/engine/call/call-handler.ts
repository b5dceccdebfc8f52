import { AgentError } from '../../errors/agent-error.ts'
import { CallContext } from './call-context.ts'
import type { Cancellation } from '../run/cancellation.ts'
import type { CallWork, Executable } from './call-work.ts'

/** One attempt at a handler: in the page, or for a tool with `sandbox` in the agent's sandbox, without which it does not run. */
export function callHandler(
  work: CallWork,
  { handler, sandbox }: Executable,
  args: unknown,
  attempt: Cancellation,
): unknown {
  const ctx = new CallContext(work, attempt)
  if (!sandbox) return handler(args as never, ctx)
  const { name } = work.call
  const runner = work.run.config.sandbox
  if (!runner) {
    throw new AgentError(
      `"${name}" was not run: it is to run in a sandbox, and its agent has none. Give the agent \`sandbox: sandbox()\` of @ambit/browser.`,
    )
  }
  const { signal, report: onProgress } = ctx
  return runner.run({ ...sandbox, tool: name, source: String(handler), args, signal, onProgress })
}
