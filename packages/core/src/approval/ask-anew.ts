import type { CallWork } from '../engine/call-work.ts'
import type { ApprovalPolicy } from './approval-policy.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { type Decision, type Place, awaitDecision } from './decision.ts'
import type { Shown } from './shown-preview.ts'
import type { ShownWatch } from './shown-watch.ts'

/** One call about which a person is asked, as often as what it would do changes. */
export interface Asking {
  readonly work: CallWork
  readonly policy: ApprovalPolicy
  readonly seen: ShownWatch
  /** The place of the open request. The caller closes it. */
  readonly place: Place
  readonly toRequest: (shown: Shown, replaces: string | undefined) => ApprovalRequest
  /** Resolves once it is known if a tool that left the page is back. */
  readonly isBack: () => Promise<void>
}

/** The answer that counts, with the request and the reading that it was given for. */
export interface Answered {
  readonly decision: Decision
  readonly request?: ApprovalRequest
  readonly shown: Shown
}

/**
 * Asks a person, and asks anew with each change of what the call would do. An approval counts only
 * if the tool, asked once more, still says what was shown. Rejects if the call is cancelled.
 */
export async function askAnew(asking: Asking, first: Shown): Promise<Answered> {
  const { work, policy, seen, place } = asking
  let shown = first
  let replaces: string | undefined
  for (;;) {
    if (shown.bindsError !== undefined) {
      return { decision: deny(`what it is bound to is not known: ${shown.bindsError}`), shown }
    }
    const request = asking.toRequest(shown, replaces)
    replaces = request.id
    let changed: Shown | undefined
    const onChange = (end: () => void): (() => void) =>
      seen.onChange(shown, (now) => {
        changed = now
        end()
      })
    const decision = await awaitDecision(work, request, policy, place, onChange)
    if (decision) {
      await work.cancellation.race(asking.isBack())
      if (!decision.isApproved) return { decision, request, shown }
      changed = await seen.read()
      // A tool that is not there, or is another, is refused by its binding.
      if (!changed) return { decision, request, shown }
      if (changed.isSame(shown)) return { decision, request, shown: changed }
    }
    if (!seen.count(decision !== undefined)) {
      warnUnsteady(work)
      return { decision: deny('what it would do kept changing while a person was asked'), shown }
    }
    shown = changed ?? shown
  }
}

const deny = (reason: string): Decision => ({
  isApproved: false,
  by: 'nobody',
  reason,
  code: 'changed',
})

function warnUnsteady({ run, tool }: CallWork): void {
  run.warn(
    'preview_unsteady',
    `A call of "${tool}" was denied: its \`preview\` or \`binds\` kept changing, so no answer could count. Return the same for the same thing: no time, no random number, no new object of a class.`,
    `preview_unsteady ${tool}`,
  )
}
