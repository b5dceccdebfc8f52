import { AgentError } from '@ambit/core'
import { messageOf } from './message-of.ts'
import type { ProblemStrings } from './problem-strings.ts'
import type { RefusedFiles } from './refused-files.ts'
import { toRefusal } from './refused-messages.ts'

/** The reason why a run did not complete, for people. Errors have their texts for developers. */
export interface Problem {
  /** The kind: a `limit` is not a failure, the user can let the agent go on. */
  readonly kind: 'limit' | 'failure' | 'refusal'
  readonly title: string
  /** Empty if the title says all. */
  readonly text: string
  /** True for what the next run would meet at once. */
  readonly isFinal?: true | undefined
}

/**
 * Returns why a run did not complete, for people: a heading, and what they can do. `files` are the
 * refused ones that ended the run. With these, the error may be lost.
 */
export function problemOf(
  error: Error | undefined,
  strings: ProblemStrings,
  files?: RefusedFiles,
): Problem {
  if (files) {
    const text = strings.filesRefused(files.names.join(', '), files.reason)
    return { kind: 'failure', title: strings.filesNotSent, text }
  }
  const limit = limitText(error, strings)
  if (limit !== undefined) {
    const isFinal = AgentError.is(error, 'limit') && error.details.isShared
    return { kind: 'limit', title: limit, text: '', ...(isFinal && { isFinal }) }
  }
  const refusal = toRefusal(error)
  if (!refusal) {
    const topic = topicOf(error)
    // The same request is as long the next time.
    const isFinal = topic === 'tooLong' && { isFinal: true as const }
    return { kind: 'failure', title: strings.errorTitle, text: strings[topic], ...isFinal }
  }
  const kind = 'refusal'
  const title = refusal.details.phase === 'input' ? strings.notSent : strings.withheld
  // The reason of a check that failed is written for developers.
  if (refusal.cause !== undefined) return { kind, title, text: strings.notChecked }
  return { kind, title, text: messageOf(refusal.details.reason) ?? strings.unknownError }
}

function limitText(error: Error | undefined, problems: ProblemStrings): string | undefined {
  if (!AgentError.is(error, 'limit')) return undefined
  const { budgetKey, limit, isShared } = error.details
  if (isShared) return problems.allSpent
  switch (budgetKey) {
    case 'iterations':
      return problems.steps(limit)
    case 'calls':
      return problems.calls(limit)
    case 'time':
      return problems.time(limit)
    case 'identicalCalls':
      return problems.repeated(limit)
    default:
      return problems.spent
  }
}

/** Whether a run failed because a part of Ambit could not be fetched. */
export const isNotLoaded = (error: Error | undefined): boolean =>
  AgentError.is(error, 'load') || AgentError.is(error?.cause, 'load')

/** The texts that need nothing from the error. */
type Topic = {
  [Key in keyof ProblemStrings]: ProblemStrings[Key] extends string ? Key : never
}[keyof ProblemStrings]

function topicOf(error: Error | undefined): Topic {
  if (isNotLoaded(error)) return 'notLoaded'
  // A run has no other time of this kind than that of a decision.
  if (AgentError.is(error, 'timeout')) return 'undecided'
  if (!AgentError.is(error, 'model')) return 'other'
  return topics.find(([, kinds]) => kinds.test(error.details.kind))?.[0] ?? 'failed'
}

/** The kinds of model errors, by what a user can do. The first match counts. */
const topics: readonly (readonly [Topic, RegExp])[] = [
  ['network', /^network$/],
  ['cut', /^(stream_cut|empty_response|upstream_cut)$/],
  ['busy', /^(upstream_)?(rate_limited|overloaded)$|^too_many_streams$/],
  ['unreachable', /^upstream_(unreachable|connect_timeout)$/],
  ['tooSlow', /timeout$/],
  ['signedOut', /^(unauthorized|forbidden)$/],
  ['usedUp', /^(budget_exhausted|spend_limit)$/],
  ['tooLong', /too_large$/],
  ['noModel', /^no_model$/],
  ['setup', /not_allowed$|^(no_key|api_key_not_accepted|unknown_route|not_found)$/],
  ['setup', /^(upstream_(unauthorized|redirect|bad_content|rejected))$/],
  ['setup', /^(invalid_(request|response)|unsupported_media_type)$/],
]
