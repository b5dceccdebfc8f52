import { describeThrown } from '../../errors/agent-error.ts'
import type { Message } from '../../messages/message.ts'
import { checkMethod } from '../../options/values.ts'
import type { AgentPlugin } from '../../plugins.ts'

/** A second place that each message is written to when it is added. */
export interface Conversation {
  append(message: Message, at: { sessionId: string; runId: string }): unknown
}

/**
 * Creates the plug-in that writes each message of the history to a second place. The next step
 * waits for the write. If it fails, the run warns and goes on. Throws `AgentError` for one without
 * `append`.
 */
export function conversation(target: Conversation): AgentPlugin {
  checkMethod('conversation', target, 'append')
  return {
    name: 'conversation',
    message: async ({ run, message }) => {
      try {
        await target.append(message, { sessionId: run.sessionId, runId: run.id })
      } catch (thrown) {
        run.warn('conversation_failed', `A message was not written: ${describeThrown(thrown)}`)
      }
    },
  }
}
