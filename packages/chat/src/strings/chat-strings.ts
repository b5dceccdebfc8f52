import type { ApprovalStrings } from '../approval/approval-strings.ts'
import type { AskStrings } from '../ask/ask-strings.ts'
import type { AskAboutStrings } from '../ask-about/ask-about-strings.ts'
import type { MarkdownStrings } from '../markdown/markdown-options.ts'
import type { OutsideStrings } from '../outside/outside-strings.ts'
import type { ModelStrings } from '../models/model-strings.ts'
import type { SessionStrings } from '../sessions/session-strings.ts'
import type { SignInStrings } from '../sign-ins/sign-in-strings.ts'
import type { FailureStrings } from '../tool-card/failure-strings.ts'
import type { ProblemStrings } from '../transcript/problem-strings.ts'
import type { CallStrings } from './call-strings.ts'
import type { ComposerStrings } from './composer-strings.ts'
import type { FrameStrings } from './frame-strings.ts'
import type { MessageStrings } from './message-strings.ts'
import type { MeterStrings } from './meter-strings.ts'

/** All texts of the widget, in nine wings. The English ones come with the parts that show them. */
export interface ChatStrings {
  /** The frame, the launcher, the conversation and its views, and the line of the work. */
  readonly chat: FrameStrings
  /** The field, what is attached, what waits for its turn, and the buttons of a selection. */
  readonly composer: ComposerStrings & AskAboutStrings
  /** The messages: their authors, actions and versions, reasoning, sources, artifacts. */
  readonly messages: MessageStrings
  /** The calls: their cards, the line of steps, undo, and why one did not succeed. */
  readonly calls: CallStrings & FailureStrings
  /** What waits for the user: approvals, questions, sign-ins, and callers from outside. */
  readonly pending: ApprovalStrings & AskStrings & SignInStrings & OutsideStrings
  /** The stored sessions and their list. */
  readonly session: SessionStrings
  /** Why a run did not complete, and what could not be fetched. */
  readonly problems: ProblemStrings
  /** The line under the field, and the list of the models. */
  readonly meter: MeterStrings & ModelStrings
  /** What `Chat.Markdown` adds to the content. */
  readonly markdown: MarkdownStrings
}

/** Texts of the application, in place of some of the English ones. */
export type GivenStrings = {
  readonly [Wing in keyof ChatStrings]?: Partial<ChatStrings[Wing]> | undefined
}
