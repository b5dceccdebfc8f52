import { z } from 'zod'

/** The shape of a run: iterations in which the model calls tools, then one in which it answers. */
export interface Task {
  /** The number of iterations with calls; the answer is one more. */
  readonly iterations: number
  /** The number of calls in each iteration. */
  readonly calls: number
  /** The number of registered tools. All calls are to the first. */
  readonly tools: number
  /** The number of deltas of the answer. */
  readonly words: number
}

/** A product or baseline that can run tasks with its own client of a model. */
export interface Contestant {
  readonly name: string
  /**
   * Does the work that a page does once. The returned function creates a run, and the function that
   * this returns runs it. Only the last is timed.
   */
  readonly prepare: (task: Task) => Promise<() => () => Promise<void>>
}

/** The model's output in one iteration. */
export interface Reply {
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
  readonly words: readonly string[]
}

export const instructions = 'You help people find things in a catalogue. Use the tools.'
export const question = 'Find me the ten best lamps.'
export const word = 'lamp and '

/** Creates the parameters of a tool. */
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

/** Runs the handler of every tool. */
export const search = ({ limit }: Search): { found: number; items: readonly object[] } => ({
  found: limit,
  items,
})

const items = [
  { id: 1, name: 'Desk lamp', price: 29 },
  { id: 2, name: 'Floor lamp', price: 79 },
]

const input = JSON.stringify({ query: 'lamp', limit: 10, sort: 'price' })

/** Returns the model's reply to the `nth` request of a run, from 0. */
export function reply({ iterations, calls, words }: Omit<Task, 'tools'>, nth: number): Reply {
  if (nth >= iterations) return { calls: [], words: Array.from({ length: words }, () => word) }
  const { name } = describeTool(0)
  return {
    calls: Array.from({ length: calls }, (_, at) => ({ id: `call_${nth}_${at}`, name, input })),
    words: [],
  }
}

/** Returns the deltas of a call's arguments, of about a token each. */
export const inPieces = (input: string): string[] => input.match(/.{1,4}/g) ?? []
