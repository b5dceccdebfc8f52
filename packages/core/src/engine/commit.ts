import { describeThrown } from '../errors/describe-thrown.ts'
import type { Usage } from '../budget/usage.ts'
import type {
  AssistantMessage,
  Draft,
  Message,
  MessagePart,
  UserMessage,
} from '../messages/message.ts'
import type { ModelResponse } from '../model/response.ts'
import type { LoopRun, RunCore } from './run-core.ts'
import { derivedTaint } from './taint.ts'

/**
 * Adds a message to the history, then to the journal and the conversation sink, then calls the
 * `onMessage` hooks. Each step is awaited until the run is cancelled. A hook that throws ends the
 * run at its next step; a sink that fails causes a warning.
 */
export function commit<M extends Message>(run: LoopRun, draft: Draft<M>): M | Promise<M> {
  const message = append(run, draft)
  const { journal } = run
  const isHeard = run.config.conversation || run.hooks.of('onMessage').length
  if (!journal) return isHeard ? announce(run, message).then(() => message) : message
  const stored = whileRunning(run, () => journal.append([message]))
  return stored.then(() => announce(run, message)).then(() => message)
}

/** Commits messages that nothing may come between, such as a call and its answer. */
export async function commitTogether(
  run: LoopRun,
  drafts: readonly Draft<Message>[],
): Promise<Message[]> {
  const messages = drafts.map((draft) => append<Message>(run, draft))
  const { journal } = run
  if (journal && messages.length) await whileRunning(run, () => journal.append(messages))
  for (const message of messages) await announce(run, message)
  return messages
}

function append<M extends Message>(run: LoopRun, draft: Draft<M>): M {
  const message = run.session.history.append<M>(draft)
  run.messages.push(message)
  return message
}

async function announce(run: LoopRun, message: Message): Promise<void> {
  const { conversation } = run.config
  if (conversation) {
    const at = { sessionId: run.session.id, runId: run.id }
    await whileRunning(run, async () => conversation.append(message, at)).catch((thrown) =>
      run.warn('conversation_failed', `A message was not written: ${describeThrown(thrown)}`),
    )
  }
  if (run.hooks.of('onMessage').length && !run.cancellation.reason) {
    await whileRunning(run, () =>
      run.hooks.notify('onMessage', { run: run.context, message }),
    ).catch((thrown) => run.fail(thrown))
  }
}

/** Commits a model's response as a message. Commits nothing for an empty response that was cut. */
export function commitResponse(
  run: LoopRun,
  id: string,
  response: ModelResponse,
  usage: Usage,
): AssistantMessage | Promise<AssistantMessage> | undefined {
  const { content, reasoning, calls, finishReason, parts } = response
  const isEmpty = parts.every(({ type }) => type === 'custom')
  if (isEmpty && finishReason === undefined) return undefined
  return commit<AssistantMessage>(run, {
    id,
    role: 'assistant',
    createdAt: run.ports.clock.now(),
    content: content || undefined,
    reasoning,
    calls: calls.length ? calls : undefined,
    finishReason,
    usage,
    parts,
    taint: parts.some(isLookedUp) ? 'untrusted' : derivedTaint(run),
  })
}

/**
 * Tells if a part comes from a provider's own tool, such as a web search. The text of such a part
 * is third-party text.
 */
const isLookedUp = ({ type }: MessagePart): boolean => type === 'tool-result' || type === 'source'

/**
 * Waits for work until the run is cancelled. After the cancel, the work continues and its outcome
 * is ignored.
 */
async function whileRunning(run: LoopRun, work: () => Promise<unknown>): Promise<void> {
  const working = work()
  if (run.cancellation.reason) return void working.catch(() => undefined)
  await run.cancellation.race(working).catch((thrown: unknown) => {
    if (!run.cancellation.reason) throw thrown
  })
}

/**
 * Adds a message from the application to the model, to be committed right before the next request.
 * No message may come between the calls of a message and their answers.
 */
export function tellModel(run: RunCore, content: string): void {
  const { createId, clock } = run.ports
  const note: Draft<UserMessage> = {
    id: createId(),
    role: 'user',
    source: 'app',
    forModel: true,
    createdAt: clock.now(),
    content,
    taint: derivedTaint(run),
  }
  ;(run.session.notes ??= []).push(note)
}

/** Commits the messages that the application has for the model. */
export async function commitNotes(run: LoopRun): Promise<void> {
  const notes = run.session.notes?.splice(0) ?? []
  if (notes.length) run.unreported.push(...(await commitTogether(run, notes)))
}

/**
 * Returns a function that gives each call of one response its id. The model's own id stays if it is
 * new to the history. An id is replaced if it is missing, taken, or of a form that some provider
 * would refuse in a later request.
 */
export function claimCallId(run: LoopRun): (wanted: string | undefined) => string {
  const claimed = new Set<string>()
  const isTaken = (id: string): boolean => claimed.has(id) || run.session.history.has(id)
  return (wanted) => {
    let id =
      wanted !== undefined && /^[a-zA-Z0-9_-]{1,64}$/.test(wanted) ? wanted : run.ports.createId()
    while (isTaken(id)) id = run.ports.createId()
    claimed.add(id)
    return id
  }
}
