import type { ScriptedModel } from '@ambit/testing'
import type { Agent, Run } from '../src/index.ts'

/** One call that the page or a model asked for. */
export interface KnownCall {
  readonly key: number
  readonly page: PageUnderTest
  /** The session in which the call was begun; undefined for the one that a page begins with. */
  readonly sessionId: string | undefined
  readonly run: Run<unknown>
  readonly isOfPage: boolean
  /** True if it was begun while another session was about to be opened. */
  isBetween: boolean
  /** True if everything was deleted after it was begun. */
  isWiped: boolean
  starts: number
  /** The number of the action in which the handler returned, if it was not cancelled until then. */
  returnedIn: number | undefined
}

/** One loaded page: its agent, and what it waits for. */
export interface PageUnderTest {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly die: () => Promise<void>
  /** The session that the page began with; undefined while it is being read. */
  firstId: string | undefined
  /** True once another session was to be opened before the first one was read. */
  isFirstLeft: boolean
  /** The number of steps that are about to open another session. */
  switching: number
  /** The sessions that are about to be opened, once for each step. */
  readonly opening: string[]
}

/** Returns the id of the session in which a call was begun. */
export const sessionOf = ({ sessionId, page, run, isBetween }: KnownCall): string | undefined =>
  isBetween ? run.report?.sessionId : (sessionId ?? page.firstId)
