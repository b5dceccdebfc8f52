import type { ChatInput, UserContent } from '../messages/content.ts'
import type { AssistantMessage, Draft, ToolMessage, UserMessage } from '../messages/message.ts'
import { toContent } from '../messages/to-content.ts'
import { commitTogether } from './commit.ts'
import type { LoopRun } from './run-core.ts'

/**
 * A message that joins a running chat. The content of a person's message is as it was given,
 * without blobs, because blobs must be read first.
 */
export type Incoming =
  | Draft<AssistantMessage>
  | Draft<ToolMessage>
  | (Omit<Draft<UserMessage>, 'content'> & { readonly content: ChatInput })

/** The messages that join a running chat after its current iteration. */
export interface Steering {
  /** False once the run accepts no more messages. */
  isOpen: boolean
  /** True once the run is in its loop, and so is certain to commit what waits. */
  isLooping: boolean
  /** The messages to commit after the current iteration, in order. */
  readonly waiting: Incoming[]
}

/**
 * Tells if the model must answer a message. A note of the application waits for the next request.
 */
export const asksForAnswer = (incoming: Incoming): boolean =>
  incoming.role === 'user' && incoming.source !== 'app'

/** Commits the messages that have joined the run since the last iteration. */
export async function commitIncoming(run: LoopRun, { waiting }: Steering): Promise<void> {
  if (waiting.length === 0) return
  const drafts = waiting
    .splice(0)
    .map((incoming) =>
      incoming.role === 'user'
        ? { ...incoming, content: toContent(incoming.content) as UserContent }
        : incoming,
    )
  run.unreported.push(...(await commitTogether(run, drafts)))
}
