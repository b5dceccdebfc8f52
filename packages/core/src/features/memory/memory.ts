// The reasons: decisions/0093.
import type { StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../agent.ts'
import { checkOptions } from '../../options/check-names.ts'
import { callAround, runOf } from '../../engine/current-call.ts'
import { nextId, systemClock } from '../../environment.ts'
import { AgentError, describeThrown } from '../../errors/agent-error.ts'
import { hasMethod } from '../../options/values.ts'
import type { AgentPlugin } from '../../plugins.ts'
import { jsonSchema } from '../../schema/json-schema.ts'
import { Store } from '../../state/store.ts'
import { unavailable } from '../../tools/availability.ts'
import type { ToolContext } from '../../tools/context.ts'
import { Scope } from '../../tools/scope.ts'
import { Tool, type ToolOptions } from '../../tools/tool.ts'

/** One thing that is remembered. */
export interface MemoryEntry {
  readonly id: string
  /** One line of 1 to 200 characters, counted as code points. */
  readonly text: string
  /** The time at which it was remembered, in milliseconds since the Unix epoch. */
  readonly at: number
  /**
   * The third-party text that the model had read, in words for people. Absent if there was none, or
   * if the user has edited the entry since.
   */
  readonly source?: string | undefined
}

/** The place where the entries of one user are kept, such as `indexedDbStorage().memory`. */
export interface MemoryStore {
  /** Returns the entries, in any order. */
  list(): Promise<readonly MemoryEntry[]>
  /** Keeps an entry, in place of one with the same id. */
  put(entry: MemoryEntry): Promise<unknown>
  /** Deletes an entry. Resolves also if there is none of this id. */
  delete(id: string): Promise<unknown>
  /**
   * Calls `listener` with all entries after another page has changed them, until the returned
   * function is called.
   */
  watch?(listener: (entries: readonly MemoryEntry[]) => void): () => void
}

/** What is remembered of a user: a plug-in, and a zustand store for the view of its entries. */
export interface Memory
  extends AgentPlugin, Pick<StoreApi<MemoryState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /**
   * Replaces the text of an entry by the user's own. Control characters become spaces. Rejects with
   * `AgentError` for an id that no entry has, for a text without 1 to 200 characters, and for that
   * of another entry. Also rejects with what the store threw, and if it does not answer in 10 s.
   */
  edit(id: string, text: string): Promise<void>
  /** Deletes an entry. Rejects with what the store threw, and if it does not answer in 10 s. */
  delete(id: string): Promise<void>
}

/** The state of a memory, for a page to show. */
export interface MemoryState {
  /** The entries, the oldest first: at most 40, the newest of those that are kept. */
  readonly entries: readonly MemoryEntry[]
  /** Why the entries could not be read. Then nothing is remembered or forgotten. */
  readonly error?: Error | undefined
}

const maxEntries = 40
const maxLength = 200
/** The longest time that a run waits for the entries, in milliseconds. */
const maxWaitMs = 2_000
/** The longest time that a change waits for the store, in milliseconds. */
const maxWriteMs = 10_000

/**
 * Creates the memory of a user: the tools `remember` and `forget`, and a context at the end of
 * every request. The context has at most 40 entries of at most 200 characters each. Give the memory
 * in `use` of `createAgent`.
 *
 * Each entry is a call in the conversation, with a card and its undo. A run that no conversation
 * shows remembers nothing. Once the model has read third-party text, the user is asked about each
 * call, as with the effect `egress`. An entry of such a run is third-party text in each later
 * conversation too, until the user edits it. Callers from outside of the page see and change
 * nothing.
 *
 * Changes are made one after another. A 41st entry is refused. If the store fails, the first run
 * after that warns with the code `memory_failed`, and goes on. A run waits for the entries at most
 * 2 s; without them, the tools are off. Other rows of the store are skipped. Throws `AgentError`
 * for a `store` that is not one.
 *
 * @example
 * const storage = indexedDbStorage({ user: user.id })
 * createAgent({ model, storage, use: [memory({ store: storage.memory })] })
 */
export function memory(options: { readonly store: MemoryStore }): Memory {
  checkOptions('`memory`', options, { store: 'storage' })
  const { store } = options
  if (!['list', 'put', 'delete'].every((method) => hasMethod(store, method))) {
    throw new AgentError(
      '`store` of `memory` lacks `list`, `put` or `delete`, so nothing could be kept. Give the `memory` of `indexedDbStorage()`, or a `MemoryStore` of your own.',
    )
  }
  const kept = new Kept(store)
  void kept.read()
  const { getState, getInitialState, subscribe } = kept
  return {
    name: 'memory',
    getState,
    getInitialState,
    subscribe,
    edit: async (id, given) => {
      const edited = (): MemoryEntry => {
        const { source: _source, ...entry } = kept.find((one) => one.id === id)
        const text = toText(given)
        if (kept.has(text, id)) throw new AgentError('Another entry of the memory says this.')
        return { ...entry, text }
      }
      await kept.change(edited, (entry) => store.put(entry))
    },
    delete: async (id) => {
      await kept.change(
        () => id,
        () => store.delete(id),
      )
    },
    setup: (agent) => {
      const leave = scopesOf(kept, agent).map((scope) => agent.scopes.register(scope))
      const stop = store.watch?.(kept.show)
      return () => {
        stop?.()
        leave.forEach((unregister) => unregister())
      }
    },
    run: async ({ run }, next) => {
      await kept.settle()
      const { failure } = kept
      if (failure && !failure.isTold) {
        failure.isTold = true
        run.warn('memory_failed', failure.message)
      }
      return next()
    },
  }
}

/** The entries of a store, as this page knows them. */
class Kept extends Store<MemoryState> {
  readonly store: MemoryStore
  /** The failure of the last reading or write, and whether a run has warned of it. */
  failure: { readonly message: string; isTold?: true } | undefined
  #reading: Promise<void> | undefined
  #readings = 0
  #isLate = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: MemoryStore) {
    super({ entries: [] })
    this.store = store
  }

  readonly show = (given: unknown): void => {
    this.#readings++
    this.#isLate = false
    if (!Array.isArray(given)) return this.#hide(new Error('the store returned no list'))
    this.failure = undefined
    const entries = given.flatMap(toEntry).sort((a, b) => a.at - b.at)
    this.setState({ entries: entries.slice(-maxEntries), error: undefined }, true)
  }

  /** Reads the entries. Never rejects. */
  async read(): Promise<void> {
    const reading = ++this.#readings
    const work = async (): Promise<void> => {
      try {
        const entries = await this.store.list()
        if (reading === this.#readings) this.show(entries)
      } catch (thrown) {
        if (reading === this.#readings) this.#hide(thrown)
      }
    }
    await (this.#reading = work())
  }

  /**
   * Changes the store once the changes before it have ended. `choose` looks at the entries of that
   * moment, and `write` gets what it returned. Rejects with what one of them threw, and if the
   * store does not answer in 10 s.
   */
  change<Chosen>(choose: () => Chosen, write: (chosen: Chosen) => unknown): Promise<Chosen> {
    const work = async (): Promise<Chosen> => {
      const chosen = choose()
      try {
        if (await isLate(write(chosen), maxWriteMs))
          throw new Error('the store has not answered yet, and may still write it')
      } catch (thrown) {
        this.#fail('written', thrown)
        throw thrown
      }
      await isLate(this.read(), maxWaitMs)
      return chosen
    }
    const changed = this.#last.then(work, work)
    this.#last = changed
    return changed
  }

  /** Waits until the entries are read, at most 2 s. Tries once more if they could not be. */
  async settle(): Promise<void> {
    if (this.getState().error) void this.read()
    if (this.#isLate) return
    this.#isLate = await isLate(this.#reading, maxWaitMs)
    if (this.#isLate) this.#hide(new Error('the store has not answered yet'))
  }

  /** Whether an entry has this text, other than the one of an id. */
  has(text: string, id?: string): boolean {
    return this.getState().entries.some((entry) => entry.text === text && entry.id !== id)
  }

  /**
   * Keeps an entry. Resolves with it, or undefined if its text is there already. Rejects if there
   * is no room, with what to do then, and if the user has changed the entry since.
   */
  add(entry: MemoryEntry, advice: string): Promise<MemoryEntry | undefined> {
    const choose = (): MemoryEntry | undefined => {
      this.#requireSame(entry)
      if (this.has(entry.text)) return undefined
      if (this.getState().entries.length < maxEntries) return entry
      throw new Error(
        `${maxEntries} entries are remembered, which is all there is room for. ${advice}`,
      )
    }
    return this.change(choose, (chosen) => chosen && this.store.put(chosen))
  }

  /** Deletes an entry. Rejects if the user has changed it since. */
  remove(entry: MemoryEntry): Promise<unknown> {
    const choose = (): void => this.#requireSame(entry)
    return this.change(choose, () => this.store.delete(entry.id))
  }

  find(isMeant: (entry: MemoryEntry) => boolean): MemoryEntry {
    const found = this.getState().entries.find(isMeant)
    if (!found) throw new AgentError('There is no such entry in the memory. It may be deleted.')
    return found
  }

  /** Takes note that the entries cannot be read. Those that were read stay. */
  #hide(thrown: unknown): void {
    this.#fail('read', thrown)
    this.setState({ error: thrown instanceof Error ? thrown : new Error(describeThrown(thrown)) })
  }

  #requireSame({ id, text }: MemoryEntry): void {
    const now = this.getState().entries.find((entry) => entry.id === id)
    if (now && now.text !== text) throw new Error('You have changed this entry since.')
  }

  #fail(what: string, thrown: unknown): void {
    const message = `The memory could not be ${what}: ${describeThrown(thrown)}`
    if (this.failure?.message !== message) this.failure = { message }
  }
}

/** Makes the scopes of an agent. An entry with a source is third-party text, so it has its own. */
function scopesOf(kept: Kept, agent: Agent): Scope[] {
  const context = (isForeign: boolean) => (): unknown => {
    const { entries } = kept.getState()
    const own = entries.filter(({ source }) => (source !== undefined) === isForeign)
    return own.length > 0 ? own.map(({ text }) => text) : undefined
  }
  const visible = { outside: false }
  const label = 'What I know about you'
  return [
    new Scope({
      name: 'memory',
      label,
      visible,
      context: context(false),
      tools: toolsOf(kept, agent),
    }),
    new Scope({
      name: 'memory_from_others',
      label: `${label}, from text of others`,
      visible,
      untrusted: true,
      context: context(true),
    }),
  ]
}

interface Line {
  readonly text: string
}

function toolsOf(kept: Kept, agent: Agent): Tool<Line>[] {
  const { store } = kept
  const shared = {
    parameters: jsonSchema<Line>({
      type: 'object',
      properties: { text: { type: 'string', minLength: 1, maxLength } },
      required: ['text'],
      additionalProperties: false,
    }),
    // What is remembered leaves the conversation for all later ones.
    effect: 'egress',
    // They act on what the call says, and not on what the page shows.
    subject: 'memory',
    enabled: {
      get: () => !kept.getState().error || unavailable('The memory cannot be read now'),
      subscribe: (listener: () => void) => kept.subscribe(listener),
    },
  } satisfies Partial<ToolOptions<Line, unknown>>
  return [
    new Tool<Line>({
      ...shared,
      name: 'remember',
      title: ({ text }) => `Remember “${text}”?`,
      description: `Keeps a fact about the user or a wish of theirs for all later conversations. Use it if they ask to remember something, or say what will matter again. Never for secrets, for what only this task needs, or for what is remembered already. One sentence about the user, in their language. To correct an entry, forget it first.`,
      handler: async ({ text: given }, ctx) => {
        requireShown(agent, ctx)
        const text = toText(given)
        const { run, foreign } = callAround(ctx) ?? {}
        // Any model of a later conversation gets what is remembered.
        if (run?.isLocal)
          throw new Error('This conversation stays on the device, so nothing of it is remembered.')
        const source = foreign ?? run?.taint
        const told = source !== undefined && { source }
        const entry = { id: nextId(), text, at: systemClock.now(), ...told }
        const added = await kept.add(entry, 'Ask the user what to forget.')
        if (!added) return 'It is remembered already.'
        ctx.undo(() => kept.remove(entry))
        return `Remembered: ${text}`
      },
    }),
    new Tool<Line>({
      ...shared,
      name: 'forget',
      title: ({ text }) => `Forget “${text}”?`,
      description:
        'Deletes an entry of what is remembered of the user. `text` is the whole entry, as it is in the context.',
      handler: async ({ text }, ctx) => {
        requireShown(agent, ctx)
        const entry = await kept.change(
          () => kept.find((one) => one.text === clean(text)),
          ({ id }) => store.delete(id),
        )
        ctx.undo(() => kept.add(entry, 'Delete one first.'))
        return `Forgotten: ${entry.text}`
      },
    }),
  ]
}

/** Throws in a run whose calls no conversation shows, such as one of `agent.execute`. */
function requireShown(agent: Agent, ctx: ToolContext): void {
  if (ctx.run.rootId === agent.activity.getState().runId) return
  let run = runOf(ctx)
  while (run?.parent) run = run.parent
  if (run?.asked?.history === true) return
  throw new Error('Only a conversation that the user sees can change the memory.')
}

/** Returns whether `work` has not ended after a time. Rejects with what it rejects with. */
async function isLate(work: unknown, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = systemClock.setTimeout(() => resolve(true), ms)
  try {
    return await Promise.race([Promise.resolve(work).then(() => false), late])
  } finally {
    systemClock.clearTimeout(timer)
  }
}

/** Returns a row of a store as an entry, or undefined if it is not one. */
function toEntry(row: unknown): readonly MemoryEntry[] {
  const { id, text: given, at, source } = Object(row) as Partial<Record<string, unknown>>
  if (typeof id !== 'string' || typeof given !== 'string') return []
  const text = Array.from(clean(given)).slice(0, maxLength).join('')
  const told = typeof source === 'string' && { source }
  return text === '' ? [] : [{ id, text, at: Number(at) || 0, ...told }]
}

/** Returns a text for an entry. Throws `AgentError` if it is empty or too long. */
function toText(given: unknown): string {
  const text = typeof given === 'string' ? clean(given) : ''
  if (text !== '' && Array.from(text).length <= maxLength) return text
  throw new AgentError(`An entry of the memory has 1 to ${maxLength} characters.`)
}

/**
 * Returns a text as one line, without characters that nobody sees. Joiners stay: they are letters
 * of some scripts.
 */
const clean = (text: string): string =>
  text.replaceAll(/(?:(?![\u200C\u200D])[\p{C}\s])+/gu, ' ').trim()
