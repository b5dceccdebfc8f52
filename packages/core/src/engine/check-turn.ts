import { unknownNames } from '../approval/approval-policy.ts'
import type { GivenOptions } from '../check-options.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { UserContent } from '../messages/content.ts'
import { checkDetails } from '../options/check-details.ts'
import { nearest } from '../options/nearest.ts'
import type { LoopRun } from './run-core.ts'

/** Returns the error for a wrong option that the page did not check; undefined if there is none. */
export function wrongOptionOf(given: GivenOptions): AgentError | undefined {
  try {
    checkDetails('call', given, 'a run')
  } catch (error) {
    return error as AgentError
  }
  return undefined
}

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

/** Warns of names in a run's `tools` that no tool has now, and of caches that keep nothing. */
export function warnOfTools(run: LoopRun): void {
  const { tools = [], toolCache } = run.config
  const { toolbox } = run
  const registered = toolbox.registry.tools.map(({ tool }) => tool)
  for (const name of tools) {
    if (typeof name !== 'string' || toolbox.find(name)) continue
    const meant = nearest(
      name,
      registered.map((tool) => tool.name),
    )
    run.warn(
      'unknown_tool',
      `The option \`tools\` names "${name}", and there is no such tool now, so the model is not offered it. ${meant ? `Use "${meant}"` : 'Correct the name'}, or register the tool.`,
      `unknown_tool ${name}`,
    )
  }
  if (toolCache) return
  const own = tools.filter((tool) => typeof tool !== 'string')
  for (const { name, cacheTtlMs } of [...registered, ...own]) {
    if (cacheTtlMs === undefined) continue
    run.warn(
      'no_tool_cache',
      `The tool "${name}" has a \`cache\`, and the agent has no \`toolCache\`, so no result is kept. Give \`toolCache: toolCache()\` of @ambit/core.`,
      `no_tool_cache ${name}`,
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
