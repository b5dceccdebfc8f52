import type { LoopRun } from '../engine/run/run-core.ts'
import { unknownNames } from './check-policy.ts'

/** Warns of names in a run's policy that no tool has now. */
export function warnOfPolicy(run: LoopRun): void {
  const { approval } = run.config
  if (!approval) return
  for (const name of unknownNames(
    approval.policy,
    (tool) => run.toolbox.find(tool) !== undefined,
  )) {
    run.warn(
      'unknown_policy_tool',
      `The approval \`policy\` names "${name}", and there is no such tool now. If it never comes, the name is wrong, and nobody is asked about the tool that is meant.`,
      `unknown_policy_tool ${name}`,
    )
  }
}
