import { z } from 'zod'
import { toText } from './text.ts'

/** The size of the work: a page with tools, a conversation, and a model that calls tools. */
export interface Task {
  /** The number of the page's tools. Every second one has a predicate. */
  readonly tools: number
  /** The number of messages before the first request. */
  readonly messages: number
  /** The number of requests. All but the last are answered with a call. */
  readonly steps: number
  /**
   * How often tools go off and on. `constant`: half of those with a predicate, with each call.
   * `rare`: one of them, once in the middle of the run. Default `constant`.
   */
  readonly flips?: 'constant' | 'rare' | undefined
}

/** One tool of the page, as every contestant declares it. */
export interface PageTool {
  readonly name: string
  readonly description: string
  readonly parameters: typeof parameters
  /** Whether the tool is on now. Every second tool is always on. */
  readonly isOn: () => boolean
  /** Runs the tool, and changes the page. */
  readonly run: (args: Arguments) => object
}

const parameters = z.object({
  id: z.string().describe('The id of the record, as the page shows it'),
  note: z.string().optional().describe('A remark for the people who read the record later'),
  mode: z.enum(['draft', 'review', 'final']).optional().describe('The state to leave it in'),
})

type Arguments = z.infer<typeof parameters>

/** One earlier message. */
export interface Said {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** A page of an application, with a conversation. */
export interface Page {
  readonly instructions: string
  readonly tools: readonly PageTool[]
  readonly said: readonly Said[]
  readonly question: string
  /** Returns what the page shows now. */
  readonly show: () => object
  /** Returns the number of calls that have run. */
  readonly countCalls: () => number
}

export const reason = 'Open the record first.'

/** Creates a page whose state no other run shares. */
export function createPage({ tools, messages, steps, flips }: Task): Page {
  let calls = 0
  const isOnNow = (at: number): boolean => {
    if (at % 2 === 0) return true
    if (flips !== 'rare') return isOn(at, calls)
    return isOn(at, 0) !== (at === 1 && calls >= steps / 2)
  }
  const run = (at: number, { id }: Arguments): object => ({
    id,
    revision: ++calls,
    saved: toText(at + 31 * calls, 3),
  })
  return {
    instructions: toText(0, 24),
    question: 'Please go through the records and tell me what you changed.',
    said: Array.from({ length: messages }, (_, at) => toSaid(at)),
    countCalls: () => calls,
    show: () => ({ revision: calls, open: calls % 2 === 0, rows: toText(500 + calls, 4) }),
    tools: Array.from({ length: tools }, (_, at) => ({
      ...describeTool(at),
      parameters,
      isOn: () => isOnNow(at),
      run: (args) => run(at, args),
    })),
  }
}

/** Whether a tool with a predicate is on after a number of calls. It mixes the two numbers. */
const isOn = (at: number, calls: number): boolean =>
  Math.imul(Math.imul(at + 1, 73_856_093) ^ Math.imul(calls + 1, 19_349_663), 1_103_515_245) > 0

const verbs = ['list', 'open', 'change', 'close', 'move', 'copy', 'sum', 'export']
const nouns = ['order', 'invoice', 'customer', 'product', 'parcel', 'refund', 'ticket']

const describeTool = (at: number): Pick<PageTool, 'name' | 'description'> => ({
  name: `${verbs[at % verbs.length]}_${nouns[at % nouns.length]}_${at}`,
  description: toText(100 + at),
})

const toSaid = (at: number): Said => ({
  id: `said-${at}`,
  role: at % 2 === 0 ? 'user' : 'assistant',
  text: toText(1_000 + 3 * at, at % 2 === 0 ? 1 : 3),
})

/** One call of the model. */
export interface Call {
  readonly name: string
  readonly input: object
}

/** Returns the model's call in a step, from 0; undefined for the last, which is an answer. */
export function callOf({ tools, steps }: Task, step: number): Call | undefined {
  if (step >= steps - 1) return undefined
  // A tool with an even number is always on.
  const at = 2 * ((step * 7) % Math.ceil(tools / 2))
  return { name: describeTool(at).name, input: { id: `rec_${4_000 + step}`, mode: 'review' } }
}

export const answer = 'I went through the records and changed eleven of them.'
