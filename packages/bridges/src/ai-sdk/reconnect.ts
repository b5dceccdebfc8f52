import type { UIMessageChunk } from 'ai'
import type { AgentChats, Reader } from './agent-chats.ts'
import { eventsBefore, turnBefore } from './chat-place.ts'
import { toHistoryChunks } from './history-chunks.ts'
import { type AgentTransportOptions, type SentRequest, toVerbs } from './transport-options.ts'
import type { Agent, Run, SessionsState } from '@ambit/core'
import { isSessionOf } from './chat-session.ts'

/**
 * Streams the run that goes on in a chat's session, from its beginning. A run that a reload cut
 * goes on first. Null if there is none.
 */
export async function reconnect(
  chats: AgentChats,
  reader: Reader & SentRequest,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk> | null> {
  const { run } = await findRun(chats, reader, options)
  // A chat that was stopped meanwhile, as of a component that is mounted twice, stops no run.
  if (!run || reader.abortSignal?.aborted) return null
  const feed = chats.follow(run, reader.chatId, options, eventsBefore(run))
  const before = turnBefore(chats.agent, run)
  // What the page told the model is not shown, so no answer begins with it.
  const first = before.find(({ role }) => role === 'assistant')
  if (!first) return chats.stream(feed, reader, options)
  const start = { type: 'start', messageId: first.id, messageMetadata: { runId: run.id } } as const
  const chunks = [start, ...toHistoryChunks(before, feed.chunks.options)]
  return chats.stream(feed, reader, options, { isContinued: true, chunks })
}

/** A run is a promise too, so it is inside an object. */
interface Found {
  readonly run: Run<unknown> | undefined
}

/** The runs that were cut, while they go on again. */
const continued = new WeakMap<Agent, Run<unknown>>()

/**
 * Finds the run that goes on in a chat's session, if that is open. One that a reload cut goes on
 * again, unless another page runs the session. With `session.autoResume` the agent does that, as
 * soon as the page has its tools.
 */
async function findRun(
  chats: AgentChats,
  reader: Reader & SentRequest,
  options: AgentTransportOptions,
): Promise<Found> {
  let run = chats.running
  // A run may begin and end while the session is being read.
  const stop = chats.agent.subscribe(() => {
    run = chats.running ?? run
  })
  try {
    if (!(await isSessionOf(chats, reader.chatId))) return { run: undefined }
    const isOver = (): boolean => run !== undefined || reader.abortSignal?.aborted === true
    if (!isOver() && (await isCut(chats))) await continueCut(chats, reader, options, isOver)
    return { run: run ?? continued.get(chats.agent) }
  } finally {
    stop()
  }
}

/** Lets a run go on that a reload cut. Resolves when the run goes on, or cannot. */
async function continueCut(
  chats: AgentChats,
  reader: SentRequest,
  options: AgentTransportOptions,
  isOver: () => boolean,
): Promise<void> {
  const { agent } = chats
  await until(chats, (state) => isOver() || isKnown(state))
  await until(chats, ({ isResuming }) => isOver() || isResuming !== true)
  if (isOver() || continued.has(agent) || !agent.sessions.getState().isInterrupted) return
  const run = toVerbs(chats, reader, options).resume()
  const end = (): void => void continued.delete(agent)
  continued.set(agent, run)
  run.then(end, end)
}

/** Whether the open session is stored with a run that has not ended. */
async function isCut({ agent: { sessions } }: AgentChats): Promise<boolean> {
  const stored = await sessions.list().catch(() => [])
  return stored.some(({ id, isRunning }) => id === sessions.current && isRunning)
}

/** Whether the agent has found out where the run of the session is. */
const isKnown = ({ running, isInterrupted }: SessionsState): boolean =>
  running !== undefined || isInterrupted

/** The longest time that the agent may take to find out, or to register its tools. */
const longestMs = 10_000

/** Resolves when the sessions or the activity of an agent are as `isThere` says, or after 10 s. */
function until(
  { agent: { sessions, activity } }: AgentChats,
  isThere: (state: SessionsState) => boolean,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = (): void => {
    if (isThere(sessions.getState())) resolve()
  }
  const stops = [sessions.subscribe(check), activity.subscribe(check)]
  const timer = setTimeout(resolve, longestMs)
  check()
  return promise.finally(() => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  })
}
