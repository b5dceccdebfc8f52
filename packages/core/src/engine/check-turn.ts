import { unknownNames } from '../approval/approval-policy.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { UserContent } from '../messages/content.ts'
import type { LoopRun } from './run-core.ts'

/** Warns of names in a run's approval policy that no tool has now. */
export function warnOfPolicy(run: LoopRun): void {
  const { approval } = run.config
  if (!approval) return
  for (const name of unknownNames(
    approval.policy,
    (tool) => run.toolbox.find(tool) !== undefined,
  )) {
    run.warn(
      'unknown_policy_tool',
      `The approval \`policy\` names "${name}", and there is no such tool now. If the name is wrong, nobody is asked about the tool that is meant.`,
      `unknown_policy_tool ${name}`,
    )
  }
}

/** Throws `AgentError` if the content has a part of a kind that the model does not accept. */
export function refuseModalities({ config }: LoopRun, content: UserContent): void {
  const { modalities, model } = config
  if (!modalities || typeof content === 'string') return
  const refused = content.find(({ type }) => type !== 'text' && !modalities.includes(type))
  if (refused) {
    throw new AgentError(
      `"${model.modelId}" takes no ${refused.type} parts (\`modalities\`). Leave the part out, or choose another model.`,
    )
  }
}
