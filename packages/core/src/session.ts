import { Cancellation } from './cancellation.ts'
import type { Turn } from './engine/loop.ts'
import type { LoopRun } from './engine/run.ts'
import type { CreateId, Ports } from './environment.ts'
import { AgentError } from './errors/agent-error.ts'
import { History } from './messages/history.ts'
import {
  type ChatInput,
  type Draft,
  type Message,
  openCalls,
  toKnownMessage,
} from './messages/message.ts'
import type { AgentOptions } from './options.ts'
import type { SessionHost } from './session-port.ts'
import { Artifacts, SessionState, UsageMeter } from './state/session-stores.ts'
import type { SaidMessage } from './turns.ts'

/**
 * A message of the application that waits for the next request. With `asOf`, the message is made
 * anew for that request; undefined tells the model nothing.
 */
export type Note = Draft<Message> & {
  readonly asOf?: (run: LoopRun) => Draft<Message> | undefined
}

/** A conversation: its history, and the state that its tools share. */
export interface Session {
  /** The id; it changes once, when the storage says which session an agent begins with. */
  id: string
  history: History
  state: SessionState
  /** The messages outside the turns, committed before the next model request. */
  notes?: Note[] | undefined
  /**
   * The messages of the user that no run has taken, by the id that each gets in the history.
   * Undefined stands for a message that is dealt with. Absent without a storage.
   */
  said?: Map<string, SaidMessage | undefined> | undefined
  /** True once something was said that must not leave the device: no later message may. */
  isLocal?: boolean | undefined
  /** The counter of what its model calls used; absent if nobody reads the usage. */
  usage?: UsageMeter | undefined
  /** The store for the artifacts that tools give to the page. */
  artifacts?: Artifacts | undefined
  /**
   * The node that is cancelled once another session is opened in its place. Absent for a session
   * that is never open, such as that of `execute`.
   */
  left?: Cancellation | undefined
}

/** A session that can be the open one. */
export interface KeptSession extends Session {
  usage: UsageMeter
  artifacts: Artifacts
  left: Cancellation
}

/** The holder of the open session. */
export interface OpenedSession {
  session: KeptSession
  /** The session that is opened once the chats of the open one have ended. */
  next?: KeptSession | undefined
  /** Called when the `said` of a session has changed. */
  onSaid?: ((session: Session) => void) | undefined
}

/** Creates a session without messages that can be the open one. */
export const createSession = (id: string): KeptSession => ({
  id,
  history: new History(),
  state: new SessionState(),
  usage: new UsageMeter(),
  artifacts: new Artifacts(),
  left: new Cancellation(),
})

/**
 * Creates a session that is never open, for a run. A run inside another counts its usage there, and
 * its artifacts are shown there.
 */
export const createApart = (id: string, outer: Session | undefined): Session => ({
  id,
  history: new History(),
  state: new SessionState(),
  // Read each time, because another session can be opened meanwhile.
  get usage() {
    return outer?.usage
  },
  get artifacts() {
    return outer?.artifacts
  },
})

/**
 * Creates the place of a call that its session's history does not get. The id, the state, the usage
 * and the artifacts are the session's.
 */
export const createBeside = (session: Session): Session => ({
  get id() {
    return session.id
  },
  get state() {
    return session.state
  },
  get usage() {
    return session.usage
  },
  get artifacts() {
    return session.artifacts
  },
  history: new History(),
})

/**
 * Opens a session in place of the open one. The stores that the page sees then have the contents of
 * the opened session. The left session gets stores of its own, so that runs that still belong to it
 * go on in it. With `isUsed`, these stores have its contents; otherwise they are empty.
 */
export function openInstead(open: OpenedSession, next: KeptSession, isUsed: boolean): void {
  const last = open.session
  const shown = storesOf(last)
  const own = createSession(last.id)
  if (isUsed) copyStores(last, own)
  Object.assign(last, storesOf(own))
  const before = { ...next }
  open.session = Object.assign(next, shown)
  copyStores(before, shown)
  last.left.cancel({ kind: 'user', tag: 'session' })
}

type Stores = Pick<KeptSession, 'history' | 'state' | 'usage' | 'artifacts'>

const storesOf = ({ history, state, usage, artifacts }: Stores): Stores => ({
  history,
  state,
  usage,
  artifacts,
})

function copyStores(from: Stores, to: Stores): void {
  to.history.restore(from.history.all, from.history.head)
  to.state.reset(from.state)
  to.usage.reset(from.usage.getState().session)
  to.artifacts.reset(from.artifacts.getState())
}

/** Returns which session an agent opens first. */
export const openedFirst = (session: AgentOptions['session']): string | undefined =>
  typeof session === 'object' ? session.open : session

/** Creates the session with which an agent begins and its history, which the page sees. */
export function createFirst(
  { storage, session }: AgentOptions,
  createId: CreateId,
  history: History,
): KeptSession {
  // With a storage, the storage says which session it is.
  const first = openedFirst(session)
  const isGiven = !storage && first && first !== 'latest' && first !== 'new'
  return { ...createSession(isGiven ? first : createId()), history }
}

/**
 * Cancels the chats of the open session, and calls `open` when all of them have ended: at once if
 * there is none. Chats and calls that are begun meanwhile belong to `next`. Rejects with
 * `AgentError` if this is called again meanwhile.
 */
export function leaveFor(host: SessionHost, next: KeptSession, open: () => void): Promise<void> {
  const { open: opened, runs } = host
  const before = opened.next
  opened.next = next
  // It may have been left before.
  if (next.left.reason) next.left = new Cancellation()
  // Nobody could answer the questions of a session that is not opened after all.
  if (before !== next) before?.left.cancel({ kind: 'user', tag: 'session' })
  return runs.turns.leaveSession(() => {
    if (opened.next !== next) throw superseded()
    opened.next = undefined
    open()
  })
}

/** Returns the error of a session that is not opened because of a later call. */
export const superseded = (): AgentError =>
  new AgentError(
    'Another session was opened or created meanwhile, so this one was not: the last call counts. Ignore this, or call `open` again.',
    { code: 'busy' },
  )

/**
 * Adds the words of the user to the history of a chat that could not run, so that `resume` goes
 * on from them. These are its message, and those that were to join it. Returns the messages that
 * cannot be added: all of them if they have no place there, as `isOut` says. Files may have to be
 * read, and no message comes between a call and its answer.
 */
export function keepWords(
  { history, isLocal }: Session,
  input: ChatInput | undefined,
  ports: Pick<Ports, 'createId' | 'clock'>,
  { messageId, steering }: Pick<Turn, 'messageId' | 'steering'>,
  isOut: boolean,
): SaidMessage[] {
  const { waiting, shown } = steering
  steering.isOpen = false
  for (const leaveQueue of shown.values()) leaveQueue()
  const own = input === undefined ? [] : [{ id: messageId ?? ports.createId(), content: input }]
  const joining = waiting.splice(0).filter((draft) => draft.role === 'user')
  const local = isLocal || undefined
  const all = [...own, ...joining].map(({ id, content }) => ({ id, content, local }))
  return all.filter(({ id, content }) => {
    const message = toKnownMessage(content, ports, id, isLocal)
    const isKept = !isOut && message && openCalls(history.messages).length === 0
    if (isKept) history.append(message)
    return !isKept
  })
}
