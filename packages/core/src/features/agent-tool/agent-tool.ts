import type { Agent } from '../../agent.ts'
import { checkNames, checkOptions } from '../../options/check-names.ts'
import { namesOfRuns } from '../../options/names.ts'
import { AgentError } from '../../errors/agent-error.ts'
import type { Limits } from '../../limits.ts'
import { checkLimits } from '../../options/check.ts'
import { checkMethod } from '../../options/values.ts'
import { jsonSchema } from '../../schema/json-schema.ts'
import type { StandardSchema } from '../../schema/parameters.ts'
import { Tool } from '../../tools/tool.ts'

/** The options of `agentTool`. */
export interface AgentToolOptions<Data> {
  /** The agent that does the task, or what its `with` returns. Its session gets nothing of it. */
  readonly agent: Pick<Agent, 'execute' | 'runTool'>
  /** The name of the tool, as that of any tool. */
  readonly name: string
  /** The text that says to the model what the agent can be asked to do. */
  readonly description: string
  /**
   * The schema of the answer, an object at the top level. The result is then the answer parsed by
   * it. Default: the result is the text of the answer.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined
  /** The limits that are merged with the agent's, key by key. Those of the chat hold too. */
  readonly limits?: Limits | undefined
}

/** The arguments of the tool that `agentTool` makes. */
interface Task {
  readonly task: string
}

/**
 * Makes a tool that gives a task to another agent, by `ctx.execute`. The model describes the task
 * in its one argument, `task`, as the other agent sees nothing else of the conversation.
 *
 * The run belongs to the chat. The user of the chat, or its `approval.decide`, answers its
 * approvals, and the user its questions. Its artifacts, cost, calls and rows are those of the
 * chat. The call fails with the error of the run. Its `effect` is `read`: what the tools of the
 * other agent change is theirs. After a reload it is not run again. Throws `AgentError` for an
 * `agent` that `createAgent` did not make, and for a wrong limit.
 *
 * @example
 * agentTool({ agent: researcher, name: 'research', description: 'Looks something up.' })
 */
export function agentTool<Data = string>(options: AgentToolOptions<Data>): Tool<Task, Data> {
  checkOptions('`agentTool`', options, {
    agent: '',
    name: '',
    description: '',
    output: '',
    limits: 'limit',
  })
  const { agent, name, description, output, limits } = options
  checkMethod('agent', agent, 'execute')
  checkNames(namesOfRuns, 'execute', { limits })
  checkLimits(limits)
  return new Tool<Task, Data>({
    name,
    description,
    parameters: jsonSchema<Task>({
      type: 'object',
      properties: {
        task: {
          type: 'string',
          minLength: 1,
          description: 'The whole task in words. Nothing else of the conversation is told.',
        },
      },
      required: ['task'],
      additionalProperties: false,
    }),
    effect: 'read',
    resume: { how: 'never' },
    handler: async ({ task }, ctx) => {
      const { content, data, error } = await ctx.execute(task, { agent, output, limits })
      if (error) throw error
      if (output && data === undefined) throw new AgentError(misfit(name))
      return (output ? data : content) as Data
    },
  })
}

const misfit = (name: string): string =>
  `The agent of "${name}" gave an answer that does not have the form of its \`output\`.`
