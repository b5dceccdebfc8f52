import { type Agent, Tool } from '@ambit/core'
import { record, type Recording, type RecordOptions } from '@ambit/devtools/record'
import type { Reply } from '../reply.ts'
import { testAgent, type TestAgentOptions } from '../test-agent.ts'
import { type Played, play, type PlayOptions, repliesOf } from './index.ts'

/** Creates an app with the replies of its model. */
export type CreateApp = (replies: readonly Reply[]) => Agent

/** Creates a function that creates an app with these tools. */
export const appOf =
  (tools: readonly unknown[], rest: TestAgentOptions = {}): CreateApp =>
  (replies) =>
    testAgent({ script: replies, tools: tools as Tool[], ...rest })

export const tool = (name: string, handler: unknown, rest: object = {}): Tool<never> =>
  new Tool({ name, description: name, handler: handler as () => unknown, ...rest }) as Tool<never>

/** Records what a user does with an app, as the JSON of a file. Default: one message. */
export async function recorded(
  app: CreateApp,
  replies: readonly Reply[],
  act: (agent: Agent) => PromiseLike<unknown> = (agent) => agent.chat('go'),
  options: RecordOptions = {},
): Promise<Recording> {
  const agent = app(replies)
  const recorder = record(agent, options)
  await act(agent)
  recorder.stop()
  return JSON.parse(JSON.stringify(recorder.recording))
}

/** Plays a recording against an app. */
export const played = (
  recording: Recording,
  app: CreateApp,
  options?: PlayOptions,
): Promise<Played> => play(recording, app(repliesOf(recording)), options)

/** Plays a recording against an app. Returns the drift. */
export const driftOf = async (...given: Parameters<typeof played>): Promise<readonly string[]> =>
  (await played(...given)).drift

/** Answers each question with what `answer` returns. Returns a function that ends it. */
export function answerWith(agent: Agent, answer: (message: string) => unknown): () => void {
  const seen = new Set<string>()
  const leave = agent.pending.attach('question')
  const stop = agent.pending.subscribe(() => {
    for (const { id, message = '' } of agent.pending.list('question')) {
      if (seen.has(id)) continue
      seen.add(id)
      queueMicrotask(() => void agent.pending.answer(id, answer(message)))
    }
  })
  return () => {
    stop()
    leave()
  }
}
