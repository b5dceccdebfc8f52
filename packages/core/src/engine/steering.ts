import type { ChatInput, UserContent } from '../messages/content.ts'
import type { AssistantMessage, Draft, ToolMessage, UserMessage } from '../messages/message.ts'
import { toContent } from '../messages/to-content.ts'
import { commitTogether } from './commit.ts'
import { accept, checkInput } from './guard-input.ts'
import type { LoopRun } from './run-core.ts'

/**
 * A message that joins a running chat. The content of a person's message is as it was given,
 * without blobs, because blobs must be read first.
 */
export type Incoming = Draft<AssistantMessage> | Draft<ToolMessage> | IncomingUser

/** A message of the person or of the application that joins a running chat. */
type IncomingUser = Omit<Draft<UserMessage>, 'content'> & { readonly content: ChatInput }

/** The messages that join a running chat after its current iteration. */
export interface Steering {
  /** True while the run accepts messages. */
  isOpen: boolean
  /** True once the run is in its loop, and so is certain to commit what waits. */
  isLooping: boolean
  /** The messages to commit after the current iteration, in order. */
  readonly waiting: Incoming[]
  /** The messages of `waiting` that guardrails must accept first, each with its refusal. */
  readonly unchecked: Map<IncomingUser, (refused: Error) => void>
}

/**
 * Tells if the model must answer a message. A note of the application waits for the next request.
 */
export const asksForAnswer = (incoming: Incoming): boolean =>
  incoming.role === 'user' && incoming.source !== 'app'

/**
 * Commits the messages that have joined the run since the last iteration, without those that
 * guardrails refuse.
 */
export async function commitIncoming(run: LoopRun, steering: Steering): Promise<void> {
  const { waiting } = steering
  if (waiting.length === 0) return
  await guardIncoming(run, steering)
  const drafts = waiting
    .splice(0)
    .map((incoming) =>
      incoming.role === 'user'
        ? { ...incoming, content: toContent(incoming.content) as UserContent }
        : incoming,
    )
  const committed = await commitTogether(run, drafts)
  accept(run, committed)
  run.unreported.push(...committed)
}

/**
 * Checks the messages of the person that wait to join a run. A refused one is taken out, and the
 * run goes on. Never rejects.
 */
export async function guardIncoming(run: LoopRun, steering: Steering): Promise<void> {
  const { waiting, unchecked } = steering
  // Messages that arrive during a check are checked too.
  for (const [incoming, reject] of unchecked) {
    const error = await checkInput(run, (await toContent(incoming.content)) as UserContent)
    unchecked.delete(incoming)
    if (!error) continue
    waiting.splice(waiting.indexOf(incoming), 1)
    run.log.emit('message_refused', { error })
    reject(error)
  }
}
