import type { Agent } from '@ambit/core'
import { useEffect, useSyncExternalStore } from 'react'
import type { TextPart } from '../said.ts'
import { hasStorage, isUnread } from '../sessions/has-storage.ts'

/** The time between two writes, in milliseconds. */
const PAUSE_MS = 400

/**
 * A write that is not done for each key. The first of many is done at once. Of those that follow,
 * the last is done after a pause, or when the page is left or hidden.
 */
class LateWrite {
  #write: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Takes the newest write, which replaces one that still waits. */
  set(write: () => void): void {
    this.#write = write
    if (this.#timer === undefined) this.now()
  }

  /** Does the write that waits. */
  now(): void {
    const write = this.#write
    this.#write = undefined
    if (!write) return
    this.#pause()
    write()
  }

  #pause(): void {
    if (this.#timer === undefined) {
      globalThis.addEventListener?.('pagehide', this.#leave)
      globalThis.addEventListener?.('visibilitychange', this.#leave, true)
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#end, PAUSE_MS)
  }

  readonly #leave = (): void => this.now()

  /** Ends the pause. Nothing is left behind while nobody writes. */
  readonly #end = (): void => {
    if (this.#write) return this.now()
    this.#timer = undefined
    globalThis.removeEventListener?.('pagehide', this.#leave)
    globalThis.removeEventListener?.('visibilitychange', this.#leave, true)
  }
}

/** The unsent text and files of one conversation. */
export interface Draft {
  readonly text: string
  /** The messages that wait for the code that sends them, oldest first. */
  readonly early: readonly string[]
  /** What the next message is about, as its parts. */
  readonly quotes: readonly TextPart[]
  readonly files: readonly File[]
  /** The files among them that are not ready to be sent. */
  readonly waiting: readonly File[]
  /** The reasons why the last files were refused. */
  readonly refused: readonly string[]
  /** The ids of the messages that are back in the field, and that the storage still has. */
  readonly returned: readonly string[]
  /** The ids of those whose text was kept with this one before a reload. */
  readonly edited: readonly string[]
  /** The draft from before messages came back, and the text since then. */
  readonly back?:
    | (Pick<Draft, 'text' | 'quotes' | 'files'> & { readonly shown: string })
    | undefined
}

const nothing: Draft = {
  text: '',
  early: [],
  quotes: [],
  files: [],
  waiting: [],
  refused: [],
  returned: [],
  edited: [],
}

/**
 * The drafts of an agent's conversations, by session. They are kept while the composer is
 * unmounted. Texts are also kept over a reload of the tab. A draft goes with its session.
 */
class Drafts {
  /** The ids of the messages that the user has sent or removed, once they were back. */
  readonly settled: Set<string> = new Set()
  readonly #agent: Agent
  readonly #drafts = new Map<string, Draft>()
  readonly #listeners = new Set<() => void>()
  #shown: string
  /** The session whose text is kept under the key of the session that is not stored. */
  #begun: string
  /** The text that is kept for a reload, and not shown. */
  #kept = ''
  /** True until the first session was read. What is begun meanwhile belongs to that. */
  #isFirst: boolean
  /** The write of a text that changes with each key. */
  readonly #late = new LateWrite()

  constructor(agent: Agent) {
    this.#agent = agent
    const { current } = agent.sessions
    this.#shown = this.#begun = current
    this.#isFirst = isUnread(agent)
    const begun = this.#read(this.#begunKey)
    if (begun) this.#drafts.set(current, joined(this.get(), begun))
    let { deleted } = agent.sessions.getState()
    agent.sessions.subscribe((state) => {
      if (state.current !== this.#shown || state.deleted !== deleted) this.#late.now()
      const isNews = state.deleted !== deleted
      ;({ deleted } = state)
      if (deleted && isNews) this.#forget(deleted.id)
      if (state.current !== this.#shown) this.#show(state.current)
      if (!isUnread(agent)) this.#isFirst = false
    })
  }

  /** Returns the draft of the open session. */
  readonly get = (): Draft => {
    const { current } = this.#agent.sessions
    const known = this.#drafts.get(current)
    if (known) return known
    const draft = (hasStorage(this.#agent) && this.#read(this.#keyOf(current))) || nothing
    this.#drafts.set(current, draft)
    return draft
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      // Nothing is written once the chat has left the page.
      if (this.#listeners.size === 0) this.#late.now()
    }
  }

  /** Changes the draft of the open session, and keeps its text over a reload. */
  change(change: Partial<Draft>): void {
    this.show(change)
    this.#keep()
  }

  /** Changes the draft of the open session, which is kept over a reload as it was before. */
  show(change: Partial<Draft>): void {
    this.#drafts.set(this.#agent.sessions.current, { ...this.get(), ...change })
    this.#tell()
  }

  /** Changes the drafts of all sessions. */
  changeAll(change: (draft: Draft) => Draft): void {
    for (const [session, draft] of this.#drafts) this.#drafts.set(session, change(draft))
    this.#tell()
  }

  /** Adds a text below the unsent text of the open session. */
  add(text: string): void {
    this.change({ text: below(this.get().text, text) })
  }

  /**
   * Keeps a text over a reload of the tab as one that belongs to no stored session. The first
   * session that is shown then has it.
   */
  keepForReload(text: string): void {
    this.#kept = text
    this.#keep()
    this.#late.now()
  }

  /** Keeps the draft of the open session in the storage of the tab. */
  #keep(): void {
    const { current } = this.#agent.sessions
    const agent = this.#agent
    // Without the code of a storage, nothing of the session is stored.
    const isStored = hasStorage(agent) && !isUnread(agent) && agent.history.head !== null
    const wasBegun = this.#begun === current
    const key = this.#begunKey
    if (!isStored) this.#begun = current
    // Another session, or another user, may be there when it is written.
    this.#late.set(() => {
      const draft = this.#drafts.get(current) ?? nothing
      if (!isStored) this.#writeBegun(draft, key)
      else if (wasBegun) this.#writeBegun(nothing, key)
      if (isStored) this.#write(this.#keyOf(current), draft)
    })
    // A text that was sent must not be back after a crash.
    if (this.get().text === '') this.#late.now()
  }

  #show(session: string): void {
    const left = this.#shown
    this.#shown = session
    const begun = this.#drafts.get(left)
    if (this.#isFirst && begun && begun !== nothing) {
      this.#drafts.delete(left)
      this.#drafts.set(session, joined(this.get(), begun))
      this.#write(this.#keyOf(session), this.get())
    } else if (begun) this.#drafts.set(left, notSent(begun))
    // Each new conversation has a draft of its own.
    if (this.#begun === left) this.#writeBegun(nothing)
    this.#tell()
  }

  /** Forgets the draft of a session, or all drafts. */
  #forget(id: string | undefined): void {
    const ids = id === undefined ? [...this.#drafts.keys()] : [id]
    for (const each of ids) {
      this.#drafts.delete(each)
      this.#write(this.#keyOf(each), nothing)
      inTab((storage) => storage.removeItem(keyOf(this.#agent.name, 'queued', each)))
    }
    if (id === undefined) {
      this.#kept = ''
      this.#forgetKept()
    }
    if (id === undefined || id === this.#begun) this.#writeBegun(nothing)
    this.#tell()
  }

  /** Forgets what this tab keeps of sessions that were not opened since it was loaded. */
  #forgetKept(): void {
    const kept = [this.#keyOf(''), keyOf(this.#agent.name, 'queued', '')]
    inTab((storage) => {
      for (const key of Object.keys(storage)) {
        if (kept.some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
      }
    })
  }

  /** The key of a session that is not stored; undefined if the next user could read it. */
  get #begunKey(): string | undefined {
    const { sessions, name } = this.#agent
    return sessions.owner === undefined ? undefined : keyOf(name, 'new', sessions.owner)
  }

  #keyOf(session: string): string {
    return keyOf(this.#agent.name, 'session', session)
  }

  #read(key: string | undefined): Draft | undefined {
    const kept = key && inTab((storage) => storage.getItem(key))
    if (!kept) return undefined
    const [text = '', ...edited] = kept.split('\0')
    return { ...nothing, text, edited }
  }

  #writeBegun(draft: Draft, key: string | undefined = this.#begunKey): void {
    this.#write(key, { ...draft, text: below(draft.text, this.#kept) })
  }

  #write(key: string | undefined, draft: Draft): void {
    if (key === undefined) return
    const { text, returned, edited } = notSent(draft)
    const kept = [text, ...new Set([...returned, ...edited])].join('\0')
    inTab((storage) => (kept === '' ? storage.removeItem(key) : storage.setItem(key, kept)))
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the key of a text in the storage of the tab. */
export const keyOf = (...parts: string[]): string =>
  ['ambit-draft', ...parts.map(encodeURIComponent)].join(':')

/** Returns a text below another one. */
export const below = (text: string, added: string): string =>
  [text, added].filter(Boolean).join('\n')

/** Returns a draft whose early messages are a part of its text again. */
export const notSent = (draft: Draft): Draft => ({
  ...draft,
  text: [...draft.early, draft.text].reduce(below),
  early: [],
})

/** Returns a draft with all of another one behind it. */
const joined = (draft: Draft, added: Draft): Draft => ({
  text: below(draft.text, added.text),
  early: [...draft.early, ...added.early],
  quotes: [...draft.quotes, ...added.quotes],
  files: [...draft.files, ...added.files],
  waiting: [...draft.waiting, ...added.waiting],
  refused: added.refused,
  returned: [...draft.returned, ...added.returned],
  edited: [...draft.edited, ...added.edited],
})

const byAgent = new WeakMap<Agent, Drafts>()

export function draftsOf(agent: Agent): Drafts {
  const drafts = byAgent.get(agent) ?? new Drafts(agent)
  byAgent.set(agent, drafts)
  return drafts
}

/**
 * Selects a value of the draft of the open session: a primitive, or a part of the draft. What
 * selects no text does not render for each key.
 */
export function useDraft<T>(agent: Agent, select: (draft: Draft) => T): T {
  const drafts = draftsOf(agent)
  const read = (): T => select(drafts.get())
  return useSyncExternalStore(drafts.subscribe, read, () => select(nothing))
}

/** Whether there is anything that the user could send. */
const isBegun = ({ text, quotes, files }: Draft): boolean =>
  text !== '' || quotes.length > 0 || files.length > 0

/** Fetches the code for runs once the user has begun a message. */
export function usePreload(agent: Agent): void {
  const isDue = useDraft(agent, isBegun)
  useEffect(() => {
    if (isDue) void agent.preload()
  }, [agent, isDue])
}

/**
 * Accesses the tab's storage. The storage may be missing, full or forbidden: the draft is then kept
 * in memory only.
 */
export function inTab<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis.sessionStorage)
  } catch {
    return undefined
  }
}
