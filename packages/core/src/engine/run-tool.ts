import { DisabledToolError } from '../errors/errors.ts'
import { toMessage } from '../messages/history.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type Draft,
  type Message,
  openCalls,
  type ToolMessage,
} from '../messages/message.ts'
import { toWritableCall } from '../model/response.ts'
import { noUsage } from '../model/usage.ts'
import type { RunToolOptions } from '../options.ts'
import { misuse } from '../options/misuse.ts'
import type { AuditSource } from '../ports.ts'
import type { Session } from '../session.ts'
import { isOutside } from '../tools/context.ts'
import type { RegisteredTool } from '../tools/registry.ts'
import type { Offer } from '../tools/offer.ts'
import type { CallWork } from './call.ts'
import { answerCall, type CommitAnswer } from './calls.ts'
import { commitTogether, derivedTaint, whileRunning } from './commit.ts'
import type { LoopRun, RunOutcome } from './run.ts'
import { Offers } from './offers.ts'
import { findRegistered } from './toolbox.ts'

/** One call of `runTool`. */
export interface AskedCall {
  readonly name: string
  readonly args: Record<string, unknown>
  readonly taint: string | undefined
  readonly source: AuditSource
  readonly history: NonNullable<RunToolOptions['history']>
  /** The tool that the call is for; undefined for whichever has the name. */
  readonly registered?: RegisteredTool | undefined
  /** The tool when the call was asked for; undefined if it was not there. */
  readonly offer: Offer | undefined
  /** The open session, also if its history does not get the call. */
  readonly session: Session
  /**
   * Gives the call and its answer to a running chat, which commits them after the current
   * iteration. Returns undefined if no chat takes them.
   */
  readonly join: (asking: Draft<AssistantMessage>, answer: Draft<ToolMessage>) => unknown
}

/**
 * Runs `runTool`: one call that the page asks for. Once the call has ended, its message and its
 * answer are committed as a pair, unless its history is to be left alone.
 */
export async function runToolBody(run: LoopRun): Promise<RunOutcome<unknown>> {
  const given = run.asked as AskedCall
  checkAsked(given)
  const { name, args, source, history, registered, offer, join } = given
  const call = toWritableCall({ id: run.ports.createId(), name, arguments: args })
  const asking = toAsking(run, call, run.ports.clock.now())
  const commitPair: CommitAnswer = (draft) => {
    const message = toMessage<ToolMessage>(draft, asking.id)
    const askingMessage = toMessage<AssistantMessage>(asking, null)
    if (history !== true) {
      run.messages.push(askingMessage, message)
      return { message, kept: undefined }
    }
    run.reportMessages([askingMessage])
    const { journal } = run
    const hold = () => journal && whileRunning(run, () => journal.ended(call, message))
    const committing = commitAside(run, [asking, message], () => join(asking, draft), hold)
    const kept = committing.then(
      (isCommitted) => isCommitted || run.messages.push(askingMessage, message),
    )
    return { message, kept }
  }
  // A caller from outside waits for the page at its turn.
  const page = isOutside(source) ? undefined : run.page
  const caughtUp = page?.catchUp(run, { iteration: 0, beforeCallId: call.id })
  if (caughtUp) await caughtUp
  const preparing = page?.beforeTool(run)
  if (preparing) await preparing
  // What earlier calls of the page changed belongs to what the page asks for now.
  run.offers = Offers.read(run.toolbox)
  if (!caughtUp) run.offers.put(name, offer)
  run.throwIfEnding()
  const find = registered && findAsked(run, registered)
  const answer = await answerCall(run, call, 0, run.cancellation, commitPair, find)
  await answer.kept
  if (answer.error) throw answer.error
  return { status: 'completed', value: answer.result }
}

/** Makes the message with which the page asks for a call. */
export const toAsking = (
  run: LoopRun,
  call: AssistantToolCall,
  createdAt: number,
): Draft<AssistantMessage> => ({
  id: run.ports.createId(),
  role: 'assistant',
  createdAt,
  calls: [call],
  finishReason: 'tool_calls',
  usage: noUsage,
  parts: [{ type: 'tool-call', id: call.id, name: call.name }],
  source: 'ui',
  ...derivedTaint(run),
})

/**
 * Commits messages of the page together, or gives them to a loop that writes the history. Resolves
 * with true if they are committed now. Without a loop, calls that a run left open when it was cut
 * short are answered first, because no message may come before their answers. Calls of a page that
 * is gone are told first too. Calls that wait for the results of their caller keep waiting: the
 * messages then follow with the next turn. `hold` stores messages that wait, and is called before
 * anything else can commit them.
 */
export async function commitAside(
  run: LoopRun,
  drafts: readonly Draft<Message>[],
  join: () => unknown,
  hold: () => Promise<unknown> | undefined = () => undefined,
): Promise<boolean> {
  const { session } = run
  // A loop can begin during each wait, so nothing waits between these checks and the commit.
  for (;;) {
    if (join()) {
      await hold()
      return false
    }
    const answering = run.journal?.answerNext()
    if (!answering) break
    await answering
  }
  if (openCalls(session.history.messages).length > 0) {
    ;(session.notes ??= []).push(...drafts)
    await hold()
    return false
  }
  await commitTogether(run, drafts)
  return true
}

/**
 * Returns a function that finds the tool that a call is for, and no other tool of its name. Throws
 * `DisabledToolError` if another one has taken its place: the caller knows the one that is gone.
 */
const findAsked =
  (run: LoopRun, registered: RegisteredTool): CallWork['find'] =>
  (name) => {
    const found = findRegistered(run, name)
    // A plug-in may have sent the call to a tool of another name.
    if (registered.tool.name !== name || found?.registered === registered) return found
    // A tool that nobody may know of now is an unknown one.
    if (!found?.registered || run.toolbox.isHidden(found.registered)) return undefined
    throw new DisabledToolError(name, 'it changed while the call waited', 'changed')
  }

const owner = ' of `runTool`'

interface Asked extends Pick<RunToolOptions, 'source' | 'taint' | 'history'> {
  readonly name: string
  readonly registered?: RegisteredTool | undefined
}

/** Throws `AgentError`, naming the option, for a wrong option of `runTool`. */
function checkAsked({ name, source, taint, history, registered }: Asked): void {
  const isKind = typeof source === 'string' && source.length > 0 && source.length <= 64
  if (!isKind || source === 'model' || source === 'runAgent') {
    throw misuse('source', [source])
  }
  if (taint !== undefined && (typeof taint !== 'string' || taint.trim() === '')) {
    throw misuse('taint', [taint])
  }
  if (history !== true && history !== false && history !== 'note') {
    throw misuse('option', ['history', history, "true, false or 'note'", owner])
  }
  if (registered && (registered as Partial<RegisteredTool>).tool?.name !== name) {
    const give = 'an entry of `agent.scopes.tools` for the tool'
    throw misuse('option', ['registered', registered, give, owner])
  }
}
