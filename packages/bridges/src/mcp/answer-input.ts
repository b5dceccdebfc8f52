import { type ToolContext, AgentError } from '@ambit/core'
import type { LinkHost } from './open-link.ts'
import { McpError } from './mcp-error.ts'
import { type McpInput, toText } from './mcp-wire.ts'

/** The answer to a question of a server. */
export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: unknown
}

/** The most questions of one call, and characters of a message. */
const most = { questions: 8, message: 1_000 }

/**
 * Returns the function that answers a server's requests during one call: its questions go to the
 * user, by `ctx.ask` of this very call. Everything else is refused, such as sampling.
 */
export function createAnswerer(
  { agent, label }: LinkHost,
  ctx: ToolContext,
): (input: McpInput) => Promise<ElicitResult> {
  let count = 0
  const { pending } = agent
  return async ({ method, params }) => {
    if (method !== 'elicitation/create') {
      throw new McpError(
        'refused',
        `${label} asked for \`${method}\`, which this page does not do.`,
      )
    }
    const { toQuestion } = await import('./to-question.ts')
    const schema = toQuestion(params)
    if (!schema || ++count > most.questions || !pending.isAttached('question'))
      return { action: 'cancel' }
    const message = `${label} asks: ${toText(params['message'], most.message) ?? ''}`
    try {
      const content = await ctx.ask({ message, schema })
      return params['mode'] === 'url' ? { action: 'accept' } : { action: 'accept', content }
    } catch (error) {
      ctx.signal.throwIfAborted()
      const isDeclined = AgentError.is(error, 'declined') && pending.isAttached('question')
      return { action: isDeclined ? 'decline' : 'cancel' }
    }
  }
}
