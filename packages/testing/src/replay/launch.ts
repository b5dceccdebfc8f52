import type { Agent, Run } from '@ambit/core'
import type { RecordedRun, Recording } from '@ambit/devtools/record'
import { toInput } from './content.ts'
import { findMessage, findUndo } from './find-ids.ts'
import type { Pairs } from './pair-runs.ts'

/** Starts a run as the user did. Returns undefined if it cannot be started. */
export function launch(
  agent: Agent,
  was: RecordedRun,
  whole: Recording,
  pairs: () => Pairs,
): Run<unknown> | undefined {
  const { kind, calls, of } = was
  const input = toInput(was.input, whole.files) ?? ''
  const onBusy = was.during ? { onBusy: 'queue' as const } : {}
  const verbs = agent.with(onBusy)
  const newId = (): string | undefined =>
    of === undefined ? undefined : findMessage(of, whole, pairs())
  switch (kind) {
    case 'chat':
      return agent.chat(input, onBusy)
    case 'edit':
      return agent.chat(input, { replaces: newId() ?? '', ...onBusy })
    case 'regenerate':
      return verbs.resume({ from: newId() })
    case 'retry':
      return verbs.resume()
    case 'execute':
      return agent.execute(input)
    case 'tool': {
      const [call] = calls
      if (!call) return undefined
      const source = call.source === undefined ? {} : { source: call.source, taint: 'a recording' }
      return agent.runTool(call.tool, call.args as Record<string, unknown>, source)
    }
    case 'undo':
      return agent.undo(findUndo(was, whole, pairs()))
    default:
      return undefined
  }
}
