import { environmentOf, inEnvironment } from '../src/environment.ts'
import '../src/eager.ts'
import {
  type FakeClock,
  type Reply,
  type ScriptedModel,
  type ScriptedModelOptions,
  createFakeClock,
  scriptedModel,
} from '@ambit/testing'
import {
  type Agent,
  AgentError,
  type AgentOptions,
  type AnyTool,
  type Message,
  Tool,
  type ToolMessage,
  type ToolOptions,
  createAgent,
  jsonSchema,
} from '../src/index.ts'

/** An agent whose model plays a script and whose time stands still. */
export interface AgentUnderTest {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly clock: FakeClock
}

/** Creates an agent under test. Its `random` returns 0, so that a delay has its full length. */
export function agentUnderTest(
  replies: Iterable<Reply>,
  options: Partial<AgentOptions> = {},
  script: ScriptedModelOptions = {},
): AgentUnderTest {
  const model = scriptedModel(replies, script)
  const clock = createFakeClock()
  return {
    agent: createAgent(
      inEnvironment({ clock, random: () => 0, ...environmentOf(options) }, { model, ...options }),
    ),
    model,
    clock,
  }
}

/** Creates a tool that takes any arguments. */
export const anyTool = (
  name: string,
  handler: ToolOptions<Record<string, unknown>, unknown>['handler'] = () => 'ok',
  rest: Partial<ToolOptions<Record<string, unknown>, unknown>> = {},
): AnyTool =>
  new Tool({
    name,
    description: name,
    parameters: jsonSchema({ type: 'object' }),
    handler,
    ...rest,
  })

/** Returns the answers to calls among messages. */
export const answersIn = (messages: readonly Message[]): ToolMessage[] =>
  messages.filter((message) => message.role === 'tool')

/** Returns the parsed content of a ToolMessage. */
export const told = (message: ToolMessage | undefined): unknown =>
  message && JSON.parse(message.content)

/**
 * Returns the Ambit error a run rejects with. Throws if the run resolves or rejects with another
 * error.
 */
export async function failureOf(run: PromiseLike<unknown>): Promise<AgentError> {
  const outcome = await run.then(
    () => 'It resolved.',
    (error: unknown) => error,
  )
  if (AgentError.is(outcome)) return outcome
  throw new Error('It did not reject with an AgentError.', { cause: outcome })
}

/** Returns the id of the last message of the user, from which the model can answer again. */
export const lastOfUser = ({ history }: Agent): string =>
  history.messages.findLast((message) => message.role === 'user' && message.source === undefined)
    ?.id ?? ''
