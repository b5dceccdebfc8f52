import { estimateTokens } from '@ambit/protocol'
import { toCacheUses } from '../../packages/proxy/test/anthropic-cache.ts'
import type { Sent } from './run-task.ts'

/** The costs of one run of a task. A mean is over its steps. */
export interface Costs {
  /** The mean of the bytes that a step sends from the page, as they are on the wire. */
  readonly up: number
  /** The most bytes that a step after the first sends. The first has all to tell. */
  readonly upLater: number
  /** The bytes of the first step. */
  readonly upFirst: number
  /** The most bytes that a step adds to a body before compression: what is new in it. */
  readonly added: number
  /** The costs at the provider. Absent if the product's server is not measured. */
  readonly prompt?: PromptCosts | undefined
}

/** The costs of the prompts of one run, from the server to the provider. */
export interface PromptCosts {
  /** The mean of the tokens of a prompt, by the estimate that Ambit itself makes. */
  readonly tokens: number
  /** The same as they are paid: cached tokens cost a tenth, and stored tokens a quarter more. */
  readonly paid: number
  /**
   * The least share of a prompt's stable part that the next prompt repeats. The stable part ends at
   * the last mark. A prompt without marks is all stable.
   */
  readonly repeated: number
  /** The least share of a prompt that repeats the one before, from its start. */
  readonly shared: number
  /** The least share of a prompt that is read from the cache, after the first. */
  readonly read: number
}

/** Returns the costs of what a run has sent. */
export function toCosts({ up, provider }: Sent): Costs {
  const [first, ...later] = up.map(({ sent }) => sent)
  const added = up.slice(1).map(({ plain }, at) => plain - (up[at]?.plain ?? 0))
  return {
    up: mean(up.map(({ sent }) => sent)),
    upFirst: first ?? 0,
    upLater: Math.max(...later),
    added: Math.max(...added),
    prompt: provider.length > 0 ? toPromptCosts(provider) : undefined,
  }
}

function toPromptCosts(provider: Sent['provider']): PromptCosts {
  const uses = toCacheUses(provider)
  const each = uses.map(({ prompt, read, marked }, at) => {
    const before = uses[at - 1]
    const common = before ? countCommon(before.prompt, prompt) : 0
    const stable = before ? before.marked || before.prompt.length : 0
    const tokens = estimateTokens(prompt)
    const written = Math.max(0, marked - read)
    const paid = (prompt.length - 0.9 * read + 0.25 * written) / prompt.length
    return {
      tokens,
      paid: tokens * paid,
      repeated: Math.min(1, common / stable),
      shared: common / prompt.length,
      read: read / prompt.length,
    }
  })
  const later = each.slice(1)
  return {
    tokens: mean(each.map(({ tokens }) => tokens)),
    paid: mean(each.map(({ paid }) => paid)),
    repeated: Math.min(...later.map(({ repeated }) => repeated)),
    shared: Math.min(...later.map(({ shared }) => shared)),
    read: Math.min(...later.map(({ read }) => read)),
  }
}

/** Returns the number of characters that two texts have in common at their start. */
function countCommon(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
