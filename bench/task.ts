import { z } from 'zod'

/** What a run is made of: iterations in which the model calls tools, then one in which it answers. */
export interface Task {
  /** With calls; the answer is one more. */
  readonly iterations: number
  /** Calls an iteration. */
  readonly calls: number
  /** How many tools are registered. All calls are to the first. */
  readonly tools: number
  /** Writes each request as a JSON body, as a provider does. */
  readonly isSerialised: boolean
}

/** One who can run tasks. */
export interface Contestant {
  readonly name: string
  /** Does once what a page does once; the function it returns makes a fresh run, and that one's runs it. Only the last is timed. */
  readonly prepare: (task: Task) => () => () => Promise<void>
}

/** What the model says in one iteration. */
export interface Reply {
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
  readonly text: string
}

export const instructions = 'You help people find things in a catalogue. Use the tools.'
export const question = 'Find me the ten best lamps.'

/** The parameters of every tool. */
export const createParameters = (): typeof parameters => parameters.clone()

const parameters = z.object({
  query: z.string().min(1).describe('What to look for'),
  limit: z.number().int().min(1).max(50).describe('How many results'),
  sort: z.enum(['price', 'name', 'date']).describe('The order'),
})

export type Search = z.infer<typeof parameters>

export const describeTool = (index: number): { name: string; description: string } => ({
  name: `search_${index}`,
  description: `Searches catalogue ${index} and returns the best matches with their prices.`,
})

/** The work of every tool. */
export const search = ({ limit }: Search): { found: number; items: readonly object[] } => ({
  found: limit,
  items,
})

const items = [
  { id: 1, name: 'Desk lamp', price: 29 },
  { id: 2, name: 'Floor lamp', price: 79 },
]

const input = JSON.stringify({ query: 'lamp', limit: 10, sort: 'price' })

/** The model's reply to the `nth` request of a run, from 0. */
export function reply({ iterations, calls }: Task, nth: number): Reply {
  if (nth >= iterations) return { calls: [], text: 'Here are the best lamps.' }
  const { name } = describeTool(0)
  return {
    calls: Array.from({ length: calls }, (_, at) => ({ id: `call_${nth}_${at}`, name, input })),
    text: '',
  }
}

/** The deltas that a reply's arguments come in. */
export const inDeltas = (input: string): [string, string] => [input.slice(0, 20), input.slice(20)]

let bytes = 0

/** Writes a request as its body, and uses it so that nothing is optimised away. */
export function serialise(request: object): void {
  bytes = (bytes + JSON.stringify(request).length) % 1_000_000
}
