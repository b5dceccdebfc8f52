import type { Agent } from '../agent.ts'
import { jsonSchema } from '../schema/json-schema.ts'
import type { CallUndo } from '../state/undos.ts'
import { unavailable } from './availability.ts'
import { Tool } from './tool.ts'

/** The arguments of the undo tool. */
interface Wanted {
  readonly which?: 'last_call' | 'last_run' | undefined
}

/**
 * Makes the tool `undo_last`, by which the model takes back what it did when the person asks for
 * that in words. It is on while an earlier run has something to undo.
 *
 * It undoes calls of the model alone, and only those whose tools are on: not what the page called.
 * It cannot be undone itself. Register it in a scope of your own, as the chat does.
 */
export function undoTool(agent: Agent): Tool<Wanted> {
  return new Tool<Wanted>({
    name: 'undo_last',
    title: 'Undo',
    description:
      'Undoes what you did last before this turn. Use it only if the person asks to undo or take back. `last_run` (the default) undoes all that their last request led to, `last_call` only the last change. Tells the tools whose calls were undone.',
    parameters: jsonSchema<Wanted>({
      type: 'object',
      properties: { which: { enum: ['last_call', 'last_run'] } },
      additionalProperties: false,
    }),
    effect: 'write',
    enabled: {
      get: () => undoable(agent).length > 0 || unavailable(whyNothing(agent)),
      subscribe: (listener) => {
        const stops = [agent.undos.subscribe(listener), agent.activity.subscribe(listener)]
        return () => stops.forEach((stop) => stop())
      },
    },
    handler: async ({ which = 'last_run' }) => {
      const calls = undoable(agent)
      const last = calls.at(-1)
      if (!last) throw new Error('There is nothing left to undo.')
      const meant =
        which === 'last_call' ? [last] : calls.filter((call) => call.runId === last.runId)
      const told = { undone: [] as string[], failed: [] as string[], stillInEffect: [] as string[] }
      for (const { callId } of meant.toReversed()) {
        const { undone, failed, left } = await agent.undo(callId).result
        told.undone.push(...undone.map(({ tool }) => tool))
        told.failed.push(...failed.map(({ tool }) => tool))
        told.stillInEffect.push(...left.map(({ tool }) => tool))
      }
      return told
    },
  })
}

/** Returns why there is nothing that the undo tool may undo, in words for the person too. */
const whyNothing = ({ undos, activity }: Agent): string =>
  [...undos.getState().calls.values()].some(
    ({ status, runId }) => status === 'possible' && runId !== activity.getState().runId,
  )
    ? 'What is left to undo has an Undo button on its card'
    : 'There is nothing left to undo'

/**
 * Returns the calls that the undo tool may undo now, oldest first. They are those of the model in
 * earlier runs of this conversation, and their tools are on.
 */
function undoable({ undos, activity, history, scopes }: Agent): readonly CallUndo[] {
  const possible = [...undos.getState().calls.values()].filter(
    ({ status, runId }) => status === 'possible' && runId !== activity.getState().runId,
  )
  if (possible.length === 0) return possible
  const own = new Set(
    history.messages.flatMap((message) =>
      message.role === 'assistant' && message.source === undefined
        ? (message.calls ?? []).map(({ id }) => id)
        : [],
    ),
  )
  return possible.filter(({ callId, tool }) => {
    const registered = scopes.find(tool)
    return own.has(callId) && (!registered || scopes.isToolOn(registered).enabled)
  })
}
