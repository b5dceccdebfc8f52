import type { StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../agent.ts'
import { checkOptions } from '../../dev/in-development.ts'
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
  /** One line of 1 to 200 characters. */
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
   * `AgentError` for an id that no entry has, and for a text without 1 to 200 characters. Also
   * rejects with what the store threw.
   */
  edit(id: string, text: string): Promise<void>
  /** Deletes an entry. Rejects with what the store threw. */
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
/** The longest time that a run waits for the store, in milliseconds. */
const maxWaitMs = 2_000

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
 * If the store fails, the first run after that warns with the code `memory_failed`, and goes on. A
 * run waits for it at most 2 s. Throws `AgentError` for a `store` that is none.
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
    edit: async (id, text) => {
      const { source: _source, ...entry } = kept.find((one) => one.id === id)
      await kept.change(() => store.put({ ...entry, text: toText(text) }))
    },
    delete: (id) => kept.change(() => store.delete(id)),
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

  constructor(store: MemoryStore) {
    super({ entries: [] })
    this.store = store
  }

  readonly show = (given: readonly MemoryEntry[]): void => {
    this.#readings++
    this.#isLate = false
    this.failure = undefined
    const entries = given
      .map((entry) => ({ ...entry, text: clean(entry.text).slice(0, maxLength) }))
      .filter(({ text }) => text !== '')
      .sort((a, b) => a.at - b.at)
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
        if (reading !== this.#readings) return
        this.#fail('read', thrown)
        const error = thrown instanceof Error ? thrown : new AgentError(describeThrown(thrown))
        this.setState({ error })
      }
    }
    await (this.#reading = work())
  }

  /** Changes the store. Rejects with what it threw. */
  async change(write: () => Promise<unknown>): Promise<void> {
    try {
      await write()
    } catch (thrown) {
      this.#fail('written', thrown)
      throw thrown
    }
    await this.read()
  }

  /** Waits until the entries are read, at most 2 s. Tries once more if they could not be. */
  async settle(): Promise<void> {
    if (this.getState().error) void this.read()
    if (this.#isLate) return
    const { promise: late, resolve } = Promise.withResolvers<true>()
    const timer = systemClock.setTimeout(() => resolve(true), maxWaitMs)
    if (await Promise.race([this.#reading, late])) {
      this.#isLate = true
      this.#fail('read', new Error('the store has not answered yet'))
    }
    systemClock.clearTimeout(timer)
  }

  find(isMeant: (entry: MemoryEntry) => boolean): MemoryEntry {
    const found = this.getState().entries.find(isMeant)
    if (!found) throw new AgentError('There is no such entry in the memory. It may be deleted.')
    return found
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
        const { entries } = kept.getState()
        if (entries.some((entry) => entry.text === text)) return 'It is remembered already.'
        if (entries.length >= maxEntries)
          throw new Error(
            `${maxEntries} entries are remembered, which is all there is room for. Ask the user what to forget.`,
          )
        const { run, foreign } = callAround(ctx) ?? {}
        const source = foreign ?? run?.taint
        const id = nextId()
        await kept.change(() =>
          store.put({ id, text, at: systemClock.now(), ...(source !== undefined && { source }) }),
        )
        ctx.undo(async () => {
          const now = kept.getState().entries.find((entry) => entry.id === id)
          if (now && now.text !== text) throw new Error('You have changed this entry since.')
          await kept.change(() => store.delete(id))
        })
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
        const entry = kept.find((one) => one.text === clean(text))
        await kept.change(() => store.delete(entry.id))
        ctx.undo(() => kept.change(() => store.put(entry)))
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

/** Returns a text for an entry. Throws `AgentError` if it is empty or too long. */
function toText(given: string): string {
  const text = clean(given)
  if (text !== '' && text.length <= maxLength) return text
  throw new AgentError(`An entry of the memory has 1 to ${maxLength} characters.`)
}

/**
 * Returns a text as one line, without characters that nobody sees. Joiners stay: they are letters
 * of some scripts.
 */
const clean = (text: string): string =>
  text.replaceAll(/(?:(?![\u200C\u200D])[\p{C}\s])+/gu, ' ').trim()
