import { type Agent, parseToolContent, type RegisteredTool } from '@ambit/core'
import type { Schema, ToolSet } from 'ai'
import { toErrorText } from './answer.ts'
import { oneCallModel } from './one-call-model.ts'

/**
 * Returns the registered tools of an agent for `streamText`, `generateText` or a `ToolLoopAgent` of
 * the AI SDK. Each call runs under the agent's rules, apart from its session. A call that does not
 * succeed throws, and the model gets the words.
 *
 * `needsApproval` is true where a person must be asked. The AI SDK then asks, and the agent does
 * not ask again. A function `approval` gets the arguments alone. The tools are those of
 * this moment; a tool that goes off later answers with an error.
 */
export function toToolSet(agent: Agent): ToolSet {
  return Object.fromEntries(
    agent.scopes.tools.flatMap((own) =>
      own.tool.visible.model === false || own.scope.visible.model === false
        ? []
        : [[own.tool.name, toTool(agent, own)]],
    ),
  )
}

function toTool(agent: Agent, { tool }: RegisteredTool): ToolSet[string] {
  const { name, description, title, effect, requiresApproval = effect === 'destructive' } = tool
  return {
    description,
    title,
    inputSchema: toSchema(tool.jsonSchema),
    needsApproval: (input: unknown) => mustAsk(requiresApproval as MustAsk, input),
    execute: (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
      runCall(agent, name, input, abortSignal),
  } as ToolSet[string]
}

type MustAsk = boolean | ((args: unknown) => unknown)

/** Whether a person must be asked. As in the agent, only a plain false asks nobody. */
async function mustAsk(rule: MustAsk, input: unknown): Promise<boolean> {
  if (typeof rule !== 'function') return rule
  try {
    return (await rule(input)) !== false
  } catch {
    return true
  }
}

/** Runs one call apart from the session. Resolves with its result; rejects if it has none. */
async function runCall(
  agent: Agent,
  name: string,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const model = oneCallModel(name, input)
  const caller = agent.with({ model, approval: { decide: () => true } })
  const { messages } = await caller.execute(`Call ${name}.`, { tools: [name], signal })
  const answer = messages.find(({ role }) => role === 'tool')
  if (answer?.role !== 'tool') throw new Error(`The call of "${name}" was not made.`)
  if (answer.status !== 'ok') throw new Error(toErrorText(answer))
  return parseToolContent(answer)
}

/** Returns a schema as the AI SDK reads it. The agent checks the arguments, not the AI SDK. */
const toSchema = (jsonSchema: Schema['jsonSchema']): Schema =>
  ({ [Symbol.for('vercel.ai.schema')]: true, jsonSchema, validate: undefined }) as unknown as Schema
