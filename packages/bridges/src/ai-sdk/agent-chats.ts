import type { Agent, AgentEvent, Run } from '@ambit/core'
import type { UIMessageChunk } from 'ai'
import { isJoined, isOfUser } from './chat-place.ts'
import { noteRun } from './run-ids.ts'
import { RunChunks } from './run-chunks.ts'
import type { AgentTransportOptions } from './transport-options.ts'

type Chunks = ReadableStream<UIMessageChunk>

/** A chat's request for a stream. */
export interface Reader {
  readonly chatId: string
  readonly abortSignal?: AbortSignal | undefined
}

/** The chats of one agent, which all of its transports share. */
export class AgentChats {
  readonly agent: Agent
  /** The number of parts that were left out of the chats' messages, by type. */
  readonly ignored: Map<string, number> = new Map()
  /** The session of each chat so far, by the chat's id. */
  readonly sessions: Map<string, string> = new Map()
  /** The last run of each chat. */
  readonly feeds: Map<string, RunFeed> = new Map()
  /** The ids of messages in the history, by their ids in a chat. Undefined for one that was cut. */
  readonly ids: Map<string, string | undefined> = new Map()

  constructor(agent: Agent) {
    this.agent = agent
  }

  /** The run of the open session that goes on. */
  get running(): Run<unknown> | undefined {
    return this.agent.run(this.agent.getState().runId ?? '')
  }

  /** Makes the feed of a run, and lets the user answer its questions until it ends. */
  follow(
    run: Run<unknown>,
    chatId: string,
    options: AgentTransportOptions,
    known?: number,
  ): RunFeed {
    const { agent, ids } = this
    const feed = new RunFeed(run, new RunChunks(agent, options), known)
    this.feeds.set(chatId, feed)
    const stops = [
      agent.pending.attach('approval'),
      agent.on('agent:request_started', ({ runId, messageId }) => {
        if (runId !== run.id) return
        ids.set(messageId, undefined)
        noteRun(agent, messageId, runId)
      }),
      agent.on('agent:message', ({ runId, message }) => {
        const said = runId === run.id && isOfUser(message) ? feed.said.shift() : undefined
        if (said !== undefined) ids.set(said, message.id)
      }),
    ]
    const end = (): void => stops.forEach((stop) => stop())
    run.then(end, end)
    return feed
  }

  /** Streams a run to a chat, whose `stop` ends the run. */
  stream(
    feed: RunFeed,
    { abortSignal }: Reader,
    { onStop }: AgentTransportOptions,
    start?: StreamStart,
  ): Chunks {
    if (onStop === 'leave' || !abortSignal) return feed.stream(start)
    const stop = (): void => {
      feed.isStopped = true
      feed.run.cancel({ kind: 'user' })
    }
    if (abortSignal.aborted) stop()
    abortSignal.addEventListener('abort', stop)
    return feed.stream(start, () => abortSignal.removeEventListener('abort', stop))
  }
}

/** The way in which one stream of a run begins. */
interface StreamStart {
  /** The chunks to begin with. */
  readonly chunks?: readonly UIMessageChunk[] | undefined
  /** True if the stream goes on with a message that the chat has. Default false. */
  readonly isContinued?: boolean | undefined
}

/**
 * The events of one run, as streams of chunks that follow each other. A stream ends where the
 * user has to decide, or where a message joined the run. The next stream goes on there.
 */
class RunFeed {
  readonly run: Run<unknown>
  /** The ids of the chat's messages that the run has not taken yet, oldest first. */
  readonly said: string[] = []
  /** True once a chat has stopped the run. */
  isStopped = false
  readonly chunks: RunChunks
  readonly #events: AsyncIterator<AgentEvent>
  /** The last event that the chat has already. */
  readonly #known: number
  /** The event that belongs to the next stream. */
  #held: AgentEvent | undefined
  /** Resolves when the stream before has ended. */
  #before: Promise<void> = Promise.resolve()
  /** The streams that are read, each with what ends it. */
  readonly #open = new Map<ReadableStreamDefaultController, () => void>()

  /** Events up to the number `known` are read, and not streamed. */
  constructor(run: Run<unknown>, chunks: RunChunks, known: number = 0) {
    this.run = run
    this.chunks = chunks
    this.#events = run[Symbol.asyncIterator]()
    this.#known = known
  }

  /** True if the run waits for the user, and no stream is read. */
  get isPaused(): boolean {
    return this.#open.size === 0 && this.chunks.isWaiting
  }

  /** Aborts the streams that are read. What was not read yet is not shown. */
  drop(): void {
    for (const [to, end] of this.#open) {
      to.error(new DOMException('', 'AbortError'))
      end()
    }
  }

  /**
   * Returns a stream of what the run does from now on, after the streams before it. `onEnd` runs
   * when the stream ends.
   */
  stream(
    { chunks = [], isContinued = false }: StreamStart = {},
    onEnd?: () => void,
  ): ReadableStream<UIMessageChunk> {
    const before = this.#before
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#before = promise
    let end = resolve
    let isBegun = isContinued
    const source: UnderlyingDefaultSource<UIMessageChunk> = {
      start: (to) => {
        end = () => {
          if (!this.#open.delete(to)) return
          onEnd?.()
          resolve()
        }
        this.#open.set(to, end)
        for (const chunk of chunks) to.enqueue(chunk)
      },
      pull: async (to) => {
        await before
        const isOver = (): boolean => !this.#open.has(to)
        const close = (last?: UIMessageChunk): void => {
          if (last) to.enqueue(last)
          to.close()
          end()
        }
        while (!isOver()) {
          const event = this.#held ?? (await this.#events.next()).value
          this.#held = undefined
          if (!event) return close()
          const isOfNext = isBegun && this.#open.size > 1 && isJoined(event)
          if (isOfNext || isOver()) {
            this.#held = event
            if (isOver()) return
            const last = await this.chunks.kept([], { type: 'finish' })
            if (isOver()) return
            for (const chunk of last) to.enqueue(chunk)
            return close()
          }
          const found = this.chunks.of(event)
          // A delta must not cost a turn of its own.
          const made = Array.isArray(found) ? found : await found
          if (isOver() || event.seq <= this.#known) continue
          if (!isBegun && event.type === 'agent:request_started') {
            isBegun = true
            const { messageId, runId } = event
            to.enqueue({ type: 'start', messageId, messageMetadata: { runId } })
          }
          for (const chunk of made) to.enqueue(chunk)
          if (this.chunks.isWaiting) return close({ type: 'finish', finishReason: 'tool-calls' })
          if ((to.desiredSize ?? 0) <= 0) return
        }
      },
      cancel: () => end(),
    }
    return new ReadableStream(source, { highWaterMark: 64 })
  }
}
