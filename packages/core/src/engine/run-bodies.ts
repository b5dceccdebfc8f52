import type { ScopeRegistry } from '../stores/scope-registry.ts'
import { AgentBusyError } from '../errors/run-errors.ts'
import type { ChatInput } from '../values/content.ts'
import { chatBody } from './chat-body.ts'
import { conduct } from './conduct.ts'
import type { LoopPorts } from './loop.ts'
import type { LoopConfig } from './run-config.ts'
import { type LoopRun, RunCore, type RunCoreOptions } from './run-core.ts'
import type { RunResult } from './run-result.ts'
import { toRunResult } from './to-run-result.ts'
import { toolBody } from './tool-body.ts'
import { Toolbox } from './toolbox.ts'

/** A run of an agent as it was asked for. */
export interface AskedRun extends Omit<RunCoreOptions<LoopConfig>, 'toolbox'> {
  readonly scopes: ScopeRegistry
}

const toRun = ({ scopes, ...asked }: AskedRun): LoopRun =>
  new RunCore({ ...asked, toolbox: new Toolbox(scopes, asked.config.tools) })

/** Runs `chat`, or where it is refused, since another runs, to nothing but that. */
export function chat(
  asked: AskedRun,
  input: ChatInput | undefined,
  ports: LoopPorts,
  isRefused: boolean,
): Promise<RunResult> {
  const run = toRun(asked)
  return conduct(run, input, async () => {
    if (isRefused) throw new AgentBusyError()
    return chatBody(run, input, ports)
  })
}

/** Runs `execute`, which never rejects. */
export function execute(asked: AskedRun, input: ChatInput, ports: LoopPorts): Promise<RunResult> {
  const run = toRun(asked)
  return conduct(run, input, () => chatBody(run, input, ports)).catch((error: unknown) =>
    toRunResult(run, { error }),
  )
}

/** Runs `runTool`. */
export function runTool(
  asked: AskedRun,
  name: string,
  args: Record<string, unknown>,
  join: Parameters<typeof toolBody>[3],
): Promise<unknown> {
  const run = toRun(asked)
  return conduct(run, undefined, () => toolBody(run, name, args, join))
}
