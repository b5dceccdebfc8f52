import type { CancelReason } from '../cancellation.ts'
import type { CallWork, Found } from '../engine/call.ts'
import type { RunCore } from '../engine/run.ts'
import { toWords } from '../json/json.ts'
import { nextTask } from '../slices.ts'
import type { CallSubject } from '../tools/context.ts'

/** The watch over what provides a call: its tool, and the row or card that the call is for. */
interface ProviderWatch {
  /** Ends the watch. From then on the call goes on, whatever leaves the page. */
  end(): void
  /** Resolves once it is known if the provider that left is back; at once if nothing left. */
  decided(): Promise<void>
}

/** The parts of the page that a watch asks about. */
interface Provided {
  /** Reports that the row or card has left the page. */
  readonly onGone?: CallSubject['onGone'] | undefined
  /** Whether the tool, as it is found now, provides the call as before. */
  readonly isBack: (now: Found | undefined) => boolean | Promise<boolean>
  /** Returns the reason why a tool that is there does not provide the call; undefined if none. */
  readonly whyNot?: ((now: Found) => string | undefined) | undefined
}

/**
 * Watches what provides a call. If that leaves the page, the call is cancelled with `scope_ended`
 * once the page has settled without it. Until then the handler may return, and the provider may
 * come back: many lists make their rows anew with each render.
 */
export function watchProvider(
  work: CallWork,
  found: Found,
  { onGone, isBack, whyNot }: Provided,
): ProviderWatch {
  const { run, cancellation } = work
  let isOver = false
  /** True if another tool waited for the name of the one that left. It is not the same tool. */
  let isReplaced = false
  /** The number of times that something left the page. */
  let departures = 0
  let deciding: Promise<void> | undefined
  /** The reason of the last departure of the tool, and of the row. */
  let toolReason: CancelReason | undefined
  let subjectReason: CancelReason | undefined

  const leave = (): void => {
    departures++
    deciding ??= decide().finally(() => (deciding = undefined))
  }
  const leaveTool = (reason: CancelReason): void => {
    isReplaced ||= work.find(work.call.name) !== undefined
    toolReason = reason
    leave()
  }
  const decide = async (): Promise<void> => {
    for (;;) {
      const before = departures
      await pageSettled(run)
      if (isOver) return
      const now = work.find(work.call.name)
      unfollow?.()
      unfollow = now?.onToolGone?.(leaveTool)
      const isThere = !isReplaced && (await tryIsBack(now))
      if (before !== departures) continue
      if (!isThere && !isOver) cancellation.cancel(reasonOf(now))
      return
    }
  }
  /** Returns the reason as the page is now. With its last row, a tool leaves for a moment too. */
  const reasonOf = (now: Found | undefined): CancelReason => {
    const ofTool = toolReason ?? subjectReason ?? { kind: 'scope_ended' }
    if (!now || isReplaced) return ofTool
    const message = whyNot?.(now)
    return message === undefined
      ? (subjectReason ?? ofTool)
      : { kind: 'scope_ended', code: 'changed', message }
  }
  const tryIsBack = async (now: Found | undefined): Promise<boolean> => {
    try {
      return await isBack(now)
    } catch {
      return false
    }
  }
  let unfollow = found.onToolGone?.(leaveTool)
  const leaveSubject = onGone?.((reason) => {
    subjectReason = reason
    leave()
  })
  return {
    end: () => {
      isOver = true
      unfollow?.()
      leaveSubject?.()
    },
    decided: () => deciding ?? Promise.resolve(),
  }
}

/**
 * Watches what provides a call whose handler is about to run. `work.release` ends the watch. The
 * call goes on with another mount of its tool and, if the call is for one, of its row.
 */
export function watchRunning(work: CallWork, found: Found): void {
  const { arguments: args } = work.call
  const subject = found.executable.subjectOf?.(args)
  // A user may have sent the call to another row than the model did.
  if (work.changed) work.label = toWords(subject?.label)
  if (!found.onToolGone && !subject) return
  const watch = watchProvider(work, found, {
    onGone: subject && ((listener) => subject.onGone(listener)),
    isBack: (now) =>
      now !== undefined &&
      work.run.offers?.isSame(work, now) === true &&
      (!subject || now.executable.subjectOf?.(args) !== undefined),
  })
  work.release = () => watch.end()
}

/**
 * Resolves when the page has settled, after one task at least: a handler that takes its own
 * component off the page returns within that task.
 */
async function pageSettled(run: RunCore): Promise<void> {
  await nextTask()
  // A run of code has no page, and no tool that can leave.
  await run.page?.settled(run)
}
