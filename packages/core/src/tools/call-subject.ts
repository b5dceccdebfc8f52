import type { CancelReason } from '../cancel-reason.ts'
import type { ToolResume, ToolTrust } from './tool-effects.ts'

/**
 * The thing on the page that one call is for. Used by a tool that stands for several things, such
 * as the rows of a list.
 */
export interface CallSubject {
  /** The name of the thing for people. They see it in place of an id. */
  readonly label?: string | undefined
  /**
   * The identity of the thing. Ambit refuses a call that waits for a person if one of the parts is
   * no longer the same afterwards.
   */
  readonly parts: readonly unknown[]
  /**
   * The options of the thing itself: if a person is asked, what they are shown, and what happens
   * after a reload. Its functions get the arguments of the tool. Default: those of the tool.
   */
  readonly options?: (ToolTrust & ToolResume) | undefined
  /**
   * Calls `listener` when the thing leaves the page, until the returned function is called. Its
   * calls are then cancelled, except if the thing is back when the page has settled.
   */
  onGone(listener: (reason: CancelReason) => void): () => void
}

/** A thing on the page that a tool's calls can be for, as the model learns of it. */
export interface ToolInstance {
  readonly id: string
  readonly label?: string | undefined
  /** The reason why no call can be for it now. Absent if one can. */
  readonly off?: string | undefined
  /** True if the label or the reason is third-party text. Default false. */
  readonly untrusted?: boolean | undefined
}

/** A tool that may stand for several things. */
interface Subjects {
  subjectOf?(args: Readonly<Record<string, unknown>>): CallSubject | undefined
}

/** Returns the options that hold for a call: those of the thing that it is for, or the tool's. */
export const optionsOf = <T extends Subjects>(
  tool: T,
  args: Readonly<Record<string, unknown>>,
): T | (ToolTrust & ToolResume) => tool.subjectOf?.(args)?.options ?? tool
