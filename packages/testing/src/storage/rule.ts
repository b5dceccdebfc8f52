import type { StorageAbility } from './ability.ts'
import type { Pages } from './pages.ts'

/** A rule that every storage must keep. */
export interface Rule {
  /** The rule, as a sentence without a subject. */
  readonly name: string
  /** The advice for whoever wrote a storage that breaks the rule. */
  readonly advice: string
  /** The abilities without which the rule says nothing. */
  readonly needs?: readonly StorageAbility[]
  /** The ability with which the rule says nothing. */
  readonly unless?: StorageAbility
  run(pages: Pages): Promise<void>
}
