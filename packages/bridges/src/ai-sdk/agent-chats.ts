import type { Agent, Run } from '@ambit/core'
import type { UIMessageChunk } from 'ai'
import { isOfUser } from './chat-place.ts'
import { noteRun } from './run-ids.ts'
import { RunChunks } from './run-chunks.ts'
import { RunFeed, type StreamStart } from './run-feed.ts'
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
