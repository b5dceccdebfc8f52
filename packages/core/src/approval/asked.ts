import { type ApprovalCause, type ApprovalPolicy, toApprovalPolicy } from './policy.ts'
import type { Agent } from '../agent.ts'
import type { Effect } from '../tools/effects.ts'
import type { AnyTool } from '../tools/tool.ts'

/** The parts of a call that say whether a user is asked about it. */
interface AskedCall {
  readonly name: string
  readonly effect: Effect | undefined
  /** The third-party text that the model has read. */
  readonly taint: string | undefined
  /** Resolves with false if the tool's own `approval` asks nobody; undefined without one. */
  readonly isRequired: (() => Promise<boolean>) | undefined
}

/** Resolves with the cause for which a user is asked about a call; undefined if nobody is. */
export async function causeOf(
  { asksAll, names }: Pick<ApprovalPolicy, 'asksAll' | 'names'>,
  { name, effect, taint, isRequired }: AskedCall,
): Promise<ApprovalCause | undefined> {
  if (taint !== undefined && (effect === 'egress' || effect === 'destructive')) return 'taint'
  if (isRequired) return (await isRequired()) ? 'tool' : undefined
  if (asksAll || names.includes(name)) return 'policy'
  return effect === 'destructive' ? 'effect' : undefined
}

/**
 * Whether the rule of a tool requires an approval. Only a plain false does not: a throw requires
 * one. `ask` calls a rule that is a function.
 */
export async function isRequired<Rule extends (...args: never[]) => unknown>(
  rule: boolean | Rule,
  ask: (rule: Rule) => unknown,
): Promise<boolean> {
  if (typeof rule !== 'function') return rule
  try {
    return (await ask(rule)) !== false
  } catch {
    return true
  }
}

/**
 * Whether a user must be asked about a call of a registered tool, apart from plug-ins. It is
 * for code that runs a model by itself, such as a bridge. A function `approval` of the tool gets
 * the arguments alone.
 */
export async function asksUser(
  agent: Pick<Agent, 'approval'>,
  { name, effect, requiresApproval }: AnyTool,
  args: unknown,
  taint: string | undefined,
): Promise<boolean> {
  const call = {
    name,
    effect,
    taint,
    isRequired:
      requiresApproval === undefined
        ? undefined
        : () => isRequired(requiresApproval, (rule) => rule(args as never, undefined as never)),
  }
  return (await causeOf(toApprovalPolicy(agent.approval), call)) !== undefined
}
