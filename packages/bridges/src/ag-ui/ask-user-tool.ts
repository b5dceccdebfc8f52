import { AgentError, type AnyTool, Tool, jsonSchema } from '@ambit/core'
import type { JSONSchema7 } from '@ai-sdk/provider'

/** The default name of the tool that asks the user on behalf of a remote agent. */
export const askUserName = 'ask_user'

interface Interrupt {
  message: string
  schema?: JSONSchema7
  expiresAt?: string
}

/**
 * Creates the tool through which a remote AG-UI agent asks the user. When the remote agent
 * interrupts its run, the model calls this tool, and the next request takes the answer back.
 *
 * The question is shown as those of `ctx.ask` are: as a form if the interrupt has a
 * `responseSchema`, else as a text. A user who declines, and an interrupt that has expired, give
 * the remote agent a cancelled interrupt. The remote agent does not see this tool.
 *
 * @param name The name of the tool; that of the model's `interruptTool`. Default: `ask_user`.
 */
export const askUserTool = (name: string = askUserName): AnyTool =>
  new Tool({
    name,
    title: 'Question',
    description: 'Asks the user a question of the remote agent.',
    effect: 'read',
    parameters: jsonSchema<Interrupt>({
      type: 'object',
      properties: {
        message: { type: 'string' },
        schema: { type: 'object' },
        expiresAt: { type: 'string' },
      },
      required: ['message'],
    }),
    handler: ({ message, schema, expiresAt }, ctx): Promise<unknown> => {
      if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) {
        throw new AgentError(
          'The question of the remote agent has expired, so nobody was asked. Ask it again with a new message.',
        )
      }
      return schema ? ctx.ask({ message, schema: jsonSchema<unknown>(schema) }) : ctx.ask(message)
    },
  })
