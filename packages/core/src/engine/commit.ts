import type {
  AssistantMessage,
  Draft,
  Message,
  MessagePart,
  ToolStatus,
  UserMessage,
} from '../messages/message.ts'
import { describeAnswer, findTaint, sourceOf } from '../messages/taint.ts'
import { changeResponse, type ModelResponse, toWritable } from '../model/response.ts'
import type { Usage } from '../model/usage.ts'
import type { CallWork } from './call.ts'
import type { LoopRun, RunCore } from './run.ts'
import { toPluginError } from '../plugins.ts'

/**
 * Adds a message to the history, then to the journal, then tells the plug-ins. Each step is awaited
 * until the run is cancelled. A plug-in that throws ends the run at its next step.
 */
export function commit<M extends Message>(run: LoopRun, draft: Draft<M>): M | Promise<M> {
  const message = append(run, draft)
  return keep(run, [message])?.then(() => message) ?? message
}

/** Commits messages that nothing may come between, such as a call and its answer. */
export async function commitTogether(
  run: LoopRun,
  drafts: readonly Draft<Message>[],
): Promise<Message[]> {
  const messages = drafts.map((draft) => append<Message>(run, draft))
  if (messages.length) await keep(run, messages)
  return messages
}

/** Adds a message to the history and to the messages of the run. */
export function append<M extends Message>(run: LoopRun, draft: Draft<M>): M {
  const { history } = run.session
  const message = history.append<M>(run.isLocal ? { ...draft, local: true } : draft)
  run.messages.push(message)
  return message
}

/**
 * Stores messages of the history at once. After `before`, tells them to the plug-ins.
 * Returns undefined if there is nothing to wait for. Otherwise the promise never rejects.
 */
export function keep(
  run: LoopRun,
  messages: readonly Message[],
  before?: Promise<unknown>,
): Promise<unknown> | undefined {
  const { journal } = run
  if (!journal && !run.plugins.of('message').length) return before
  const storing = journal?.append(messages)
  const stored = storing && whileRunning(run, () => storing)
  return announceAll(run, messages, { storing, first: [stored, before] })
}

async function announceAll(
  run: LoopRun,
  messages: readonly Message[],
  {
    storing,
    first,
  }: {
    readonly storing: Promise<unknown> | undefined
    readonly first: readonly (Promise<unknown> | undefined)[]
  },
): Promise<void> {
  for (const earlier of first) if (earlier) await earlier
  const announceEach = async (): Promise<void> => {
    for (const message of messages) await announce(run, message)
  }
  if (!storing || !run.cancellation.reason) return announceEach()
  // Nobody waits after a cancel. A plug-in is told only of what is stored, all the same.
  void storing.then(announceEach).catch(() => undefined)
}

async function announce(run: LoopRun, message: Message): Promise<void> {
  const at = { run: run.context, message }
  for (const plugin of run.plugins.of('message')) {
    await whileRunning(run, async () => plugin.message(at)).catch((thrown) =>
      run.fail(toPluginError(plugin, thrown)),
    )
  }
}

/** Commits a model's response as a message. Commits nothing for an empty response that was cut. */
export function commitResponse(
  run: LoopRun,
  id: string,
  response: ModelResponse,
  usage: Usage,
): AssistantMessage | Promise<AssistantMessage> | undefined {
  const { content, reasoning, calls, finishReason, parts } = toWritable(response, (what) =>
    run.warn(
      'response_not_json',
      `${what} of a model's answer is not JSON, or is nested deeper than 100 levels: it was left out.`,
      `response_not_json ${what}`,
    ),
  )
  const isEmpty = parts.every(({ type }) => type === 'custom')
  if (isEmpty && finishReason === undefined) return undefined
  return commit<AssistantMessage>(run, {
    id,
    role: 'assistant',
    createdAt: run.ports.clock.now(),
    content: content || undefined,
    reasoning,
    calls: calls.length ? calls.map((call) => run.offers?.stamp(call) ?? call) : undefined,
    finishReason,
    usage,
    parts,
    ...(parts.some((part) => isLookedUp(part, run.config.toolList))
      ? { taint: 'untrusted' as const }
      : derivedTaint(run)),
  })
}

/**
 * Whether a part comes from a provider's own tool, such as a web search. The text of such a part
 * is third-party text, except if the tool finds only tools of the page.
 */
const isLookedUp = (part: MessagePart, { searches }: LoopRun['config']['toolList']): boolean =>
  part.type === 'tool-result' ? !searches?.has(part.name) : part.type === 'source'

/**
 * Waits for work until the run is cancelled. After the cancel, the work continues and its outcome
 * is ignored.
 */
export async function whileRunning(run: LoopRun, work: () => Promise<unknown>): Promise<void> {
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
    ...derivedTaint(run),
  }
  ;(run.session.notes ??= []).push(note)
}

/** Commits the messages that the application has for the model. */
export async function commitNotes(run: LoopRun): Promise<void> {
  const pending = run.session.notes?.splice(0) ?? []
  const notes = pending.flatMap((note) => (note.asOf ? (note.asOf(run) ?? []) : [note]))
  if (notes.length) run.reportMessages(await commitTogether(run, notes))
}

/** An id of a form that every provider takes. */
const fit = /^[a-zA-Z0-9_-]{1,64}$/

/** Whether an id ends as a random one does. A number, or a shorter end, may be counted. */
function isLong(id: string): boolean {
  const end = id.slice(Math.max(id.lastIndexOf('-'), id.lastIndexOf('_')) + 1)
  return end.length >= 9 && !/^\d+$/.test(end)
}

/**
 * Returns a function that gives each call of one response its id. The model's own id stays if it is
 * new to the history. An id is replaced if it is missing, taken, or of a form that some provider
 * would refuse in a later request. In a session that other devices have, a counted one is replaced,
 * too: a device that is offline now may get the same.
 */
export function claimCallId(run: LoopRun): (wanted: string | undefined) => string {
  const claimed = new Set<string>()
  const isTaken = (id: string): boolean =>
    claimed.has(id) || isInHistory(run, id) || !!run.calls?.isOfOther(id, run.id)
  const isUsable = (id: string): boolean => fit.test(id) && (!run.isShared || isLong(id))
  return (wanted) => {
    let id = wanted !== undefined && isUsable(wanted) ? wanted : run.ports.createId()
    while (isTaken(id)) id = run.ports.createId()
    claimed.add(id)
    return id
  }
}

/** Whether an id is that of a message of a run, or of a run around it. */
const isInHistory = ({ session, parent }: RunCore, id: string): boolean =>
  session.history.has(id) || (parent !== undefined && isInHistory(parent, id))

/** Gives the calls of a response that a plug-in made ids that no other call has. */
export function claimCalls(run: LoopRun, response: ModelResponse): ModelResponse {
  const claim = claimCallId(run)
  const calls = response.calls.map((call) => {
    const id = claim(call.id)
    return id === call.id ? call : { ...call, id }
  })
  const isSame = calls.every((call, at) => call === response.calls[at])
  return isSame ? response : changeResponse(response, { calls })
}

/** The taint of a message, with the text that it comes from. */
type Tainted = Pick<Message, 'taint' | 'taintedBy'>

/** Returns the taint of data that a run makes: `derived` if its model has third-party text. */
export const derivedTaint = ({ taint }: Pick<RunCore, 'taint'>): Tainted =>
  taint === undefined ? {} : { taint: 'derived', taintedBy: taint }

/**
 * Records which third-party text the next request of a run holds. A run without such text of its
 * own has that of the call around it, because the handler gave the run its input. With such text,
 * it taints the calls around it, because their handlers get its result.
 */
export function setTaint(run: RunCore, taint: string | undefined): void {
  let given: string | undefined
  for (let call = run.around; call; call = call.run.around) given ??= call.foreign ?? call.run.taint
  run.taint = taint ?? given
  if (taint !== undefined && taint !== given) taintAround(run, taint)
}

/**
 * Gives a run the taint of the message whose calls it answers. The request that the message came
 * from may be one of an earlier page.
 */
export function takeTaint(run: RunCore, message: Message): void {
  if (message.taint === undefined) return
  const { messages } = run.session.history
  run.taint ??= sourceOf(message) ?? findTaint(messages.slice(0, messages.indexOf(message) + 1))
}

/** The parts of a call that decide the taint of its answer. */
type Answered = Pick<CallWork, 'run' | 'executable' | 'foreign' | 'isUntrusted'>

/**
 * Returns the taint of the answer to a call. The answer is third-party text if an untrusted tool
 * gave it, or a plug-in, the cache, a check or an error in the tool's place. It is also such text
 * if a run inside the call has read some. The success of a silent tool tells its model nothing of a
 * third party. A handler that called the tool gets the result all the same.
 */
export function taintOfAnswer(
  { run, executable, foreign, isUntrusted }: Answered,
  tool: string,
  status: ToolStatus,
): Tainted {
  const isSilent = status === 'ok' && executable?.mode === 'silent'
  const source = isUntrusted ? describeAnswer(tool, status) : foreign
  if (source !== undefined) taintAround(run, source)
  if (isSilent || source === undefined) return derivedTaint(run)
  return isUntrusted ? { taint: 'untrusted' } : { taint: 'untrusted', taintedBy: source }
}

/** Taints the calls around a run. A call that is tainted already keeps its text. */
function taintAround(run: RunCore, taint: string): void {
  for (let call = run.around; call; call = call.run.around) call.foreign ??= taint
}
