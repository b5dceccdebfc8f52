import type { JSONSchema7 } from '@ai-sdk/provider'
import type { Agent } from '../../agent.ts'
import type { Message } from '../../messages/message.ts'
import { jsonSchema } from '../../schema/json-schema.ts'
import type { CallRecord } from '../../state/calls.ts'
import { unavailable } from '../../tools/availability.ts'
import { Tool } from '../../tools/tool.ts'

/** The arguments of the undo tool. */
interface Wanted {
  readonly which?: 'last_call' | 'last_run' | undefined
}

/**
 * Makes the tool `undo_last`, by which the model takes back what it did when the user asks for
 * that in words. It is on while an earlier run has something to undo.
 *
 * It undoes calls of the model alone, and only those whose tools are on: not what the page called.
 * It tells which calls of the run stay in effect because their tools are off. It cannot be undone
 * itself. Register it in a scope of your own, as the chat does.
 */
export function undoTool(agent: Agent): Tool<Wanted> {
  return new Tool<Wanted>({
    name: 'undo_last',
    title: 'Undo',
    description:
      'Undoes what you did last before this turn. Use it only if the user asks to undo or take back. `last_run` (the default) undoes all that their last request led to, `last_call` only the last change. Tells the tools whose calls were undone.',
    parameters: jsonSchema<Wanted>({
      type: 'object',
      properties: { which: whichSchema },
      additionalProperties: false,
    }),
    effect: 'write',
    enabled: {
      get: () => lastRun(agent).some((call) => isOn(agent, call)) || unavailable(whyNothing(agent)),
      subscribe: (listener) => {
        const stops = [agent.calls.subscribe(listener), agent.activity.subscribe(listener)]
        return () => stops.forEach((stop) => stop())
      },
    },
    handler: async ({ which = 'last_run' }) => {
      const run = lastRun(agent)
      const last = run.at(-1)
      if (!last) throw new Error('There is nothing left to undo.')
      const wanted = which === 'last_call' ? [last] : run
      const meant = wanted.filter((call) => isOn(agent, call))
      if (meant.length === 0) throw new Error(whyNothing(agent))
      const isOff = wanted.filter((call) => !meant.includes(call))
      const told = {
        undone: [] as string[],
        failed: [] as string[],
        stillInEffect: isOff.map(({ tool }) => tool),
        ...(isOff.length > 0 && {
          why: 'These tools are off now. Their cards have an Undo button.',
        }),
      }
      // A whole run is reported in one message.
      const { runId } = last
      const possible = possibleOf(agent).filter((call) => call.runId === runId)
      const isWhole = which === 'last_run' && possible.length === meant.length
      const ids =
        isWhole && runId !== undefined ? [runId] : meant.toReversed().map(({ callId }) => callId)
      for (const id of ids) {
        const { undone, failed, left } = await agent.undo(id).result
        told.undone.push(...undone.map(({ tool }) => tool))
        told.failed.push(...failed.map(({ tool }) => tool))
        told.stillInEffect.push(...left.map(({ tool }) => tool))
      }
      return told
    },
  })
}

/** The parameter of the undo tool, with words for people. */
const whichSchema: JSONSchema7 = {
  title: 'What',
  enum: ['last_call', 'last_run'],
  anyOf: [
    { const: 'last_call', title: 'The last change' },
    { const: 'last_run', title: 'All of the last request' },
  ],
}

/** Returns why there is nothing that the undo tool may undo, in words for the user too. */
const whyNothing = (agent: Agent): string =>
  possibleOf(agent).length > 0
    ? 'What is left to undo has an Undo button on its card'
    : 'There is nothing left to undo'

/** Returns the calls of earlier runs that can be undone, oldest first. */
const possibleOf = (agent: Agent): readonly CallRecord[] => {
  const { calls, runId: running } = agent.getState()
  return [...calls.values()].filter(
    ({ undo, runId }) => undo?.status === 'possible' && runId !== running,
  )
}

/**
 * Returns the calls that can be undone of the last run of the model in this conversation that has
 * any, oldest first. A run whose tools are off counts: the run before it is not meant. Runs of
 * other versions of the conversation come after those of this one.
 */
function lastRun(agent: Agent): readonly CallRecord[] {
  const possible = possibleOf(agent)
  if (possible.length === 0) return possible
  const possibleIn = (messages: readonly Message[]): readonly CallRecord[] => {
    const ids = callsOfModel(messages)
    return possible.filter(({ callId }) => ids.has(callId))
  }
  const { history } = agent
  const ofPath = possibleIn(history.messages)
  const ofModel = ofPath.length > 0 ? ofPath : possibleIn(history.all)
  return ofModel.filter(({ runId }) => runId === ofModel.at(-1)?.runId)
}

/** Returns the ids of the calls that the model made in messages. */
const callsOfModel = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' && message.source === undefined
        ? (message.calls ?? []).map(({ id }) => id)
        : [],
    ),
  )

/** Whether the tool of a call is on, or has left the page. */
function isOn({ scopes }: Agent, { tool }: CallRecord): boolean {
  const registered = scopes.find(tool)
  return !registered || scopes.isToolOn(registered).enabled
}
