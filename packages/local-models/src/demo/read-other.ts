import { nameOf } from './collect-things.ts'
import { joined } from './describe-value.ts'
import { candidatesFor } from './find-things.ts'
import type { Step } from './step.ts'
import { isRecord } from './read-prompt.ts'
import type { Clause } from './split-clauses.ts'
import type { ToolCard } from './tool-card.ts'
import type { World } from './world.ts'

const asked = /^(and |now |also )?the other( one|s)?$/i

/**
 * Reads "the other one too": the last call again, on the one thing that is left. Returns undefined
 * for another step.
 */
export function readOther(
  { text }: Clause,
  tools: readonly ToolCard[],
  world: World,
): Step | undefined {
  if (!asked.test(text.trim())) return undefined
  const earlier = world.conversation.turns.slice(0, -1).findLast(({ calls }) => calls.length > 0)
  const call = earlier?.calls.findLast(({ error }) => error === undefined)
  const tool = tools.find(
    ({ name, unavailable }) => name === call?.tool && unavailable === undefined,
  )
  const slot = tool?.slots.find(({ kind }) => kind === 'id')
  const [name] = slot?.path ?? []
  if (!call || !tool || !slot || name === undefined || !isRecord(call.input)) return undefined
  const done = [call.input[name]].flat().map(String)
  const others = candidatesFor(slot, tool, world).filter(({ id }) => !done.includes(String(id)))
  const [other] = others
  if (!other || others.length > 1) {
    const names = others.slice(0, 8).map((thing) => `“${nameOf(thing)}”`)
    const seen = names.length > 0 ? `I can see ${joined(names)}.` : 'I can see no other one.'
    return { kind: 'answer', text: `${seen} Please say what to do, and with which one.` }
  }
  const id = slot.numeric ? Number(other.id) : String(other.id)
  const input = { ...call.input, [name]: slot.list ? [id] : id }
  return { kind: 'call', tool, inputs: [input], prepares: false }
}
