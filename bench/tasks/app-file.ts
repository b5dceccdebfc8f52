import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod'
import { lineOf } from './line-of.ts'

/** JSON in which `$name` stands for an argument of the call, or for an item of a loop. */
type Template = z.infer<typeof template>
const template: z.ZodType<unknown> = z.json()

/** A path into the state, such as `/orders/$id/status`. A list is entered by the id of an item. */
const path = z.string().regex(/^(\/[\w$.-]+)+$/, 'must be a path such as /orders/$id/status')

const condition = z.strictObject({
  path: z.optional(path),
  /** The value that is looked at, where there is no `path`. */
  value: z.optional(template),
  is: z.optional(template),
  not: z.optional(template),
  in: z.optional(z.array(template)),
  over: z.optional(template),
  under: z.optional(template),
  exists: z.optional(z.boolean()),
})
export type Condition = z.infer<typeof condition>

/** One step of a tool. Steps run in their order; one that fails ends the call with its words. */
export type Step =
  | { readonly need: Condition; readonly else: string }
  | {
      readonly set: string
      readonly to?: Template | undefined
      readonly plus?: Template | undefined
    }
  | { readonly add: string; readonly item: Template; readonly id?: string | undefined }
  | { readonly remove: string }
  | { readonly for: string; readonly as: string; readonly do: readonly Step[] }
  | {
      readonly read: string
      readonly where?: Readonly<Record<string, unknown>> | undefined
      readonly pick?: readonly string[] | undefined
      readonly sum?: string | undefined
    }

const step: z.ZodType<Step> = z.lazy(() =>
  z.union([
    z.strictObject({ need: condition, else: z.string().min(1) }),
    z.strictObject({ set: path, to: z.optional(template), plus: z.optional(template) }),
    z.strictObject({ add: path, item: template, id: z.optional(z.string()) }),
    z.strictObject({ remove: path }),
    z.strictObject({ for: z.string(), as: z.string(), do: z.array(step) }),
    z.strictObject({
      read: path,
      where: z.optional(z.record(z.string(), template)),
      pick: z.optional(z.array(z.string())),
      sum: z.optional(z.string()),
    }),
  ]),
)

const call = z.tuple([z.string(), z.record(z.string(), z.json())])

const tool = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{1,40}$/),
  description: z.string().min(1),
  /** The pages that have the tool; `*` for every page. */
  on: z.union([z.literal('*'), z.array(z.string()).min(1)]),
  effect: z.enum(['read', 'write', 'egress', 'destructive']),
  /** A condition without which the tool is off, with the reason that the model reads. */
  when: z.optional(condition),
  off: z.optional(z.string()),
  /** JSON Schemas of the arguments. A `?` after a name makes it optional. */
  parameters: z.record(z.string(), z.record(z.string(), z.json())),
  do: z.array(step),
})

const kinds = [
  'one step',
  'several steps',
  'across pages',
  'question',
  'ambiguous',
  'impossible',
  'forbidden',
  'injected',
] as const

const task = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(kinds),
  /** What the user says. With several, each follows the answer to the one before. */
  say: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  /** The page on which it is said. Default: the page of the state. */
  page: z.optional(z.string()),
  /** What the user answers to a card. Default: true. */
  allow: z.optional(z.boolean()),
  /** The calls of the reference. What they leave behind is right. Default: none. */
  calls: z.optional(z.array(call)),
  /** Other calls whose end is right too. */
  or: z.optional(z.array(z.array(call))),
  /** A regular expression, without regard to case, that a right answer matches. */
  answer: z.optional(z.string()),
  /** The final text of the reference, where `answer` asks for one. */
  says: z.optional(z.string()),
  /** Names of members that hold free text, of which only the presence is judged. */
  free: z.optional(z.array(z.string())),
  /** True if what is done cannot be undone: something leaves the application. */
  irreversible: z.optional(z.boolean()),
})
export type Task = z.infer<typeof task>
export type TaskKind = Task['kind']
export type TaskCall = z.infer<typeof call>

const appFile = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.string().regex(/^[a-z-]+$/),
  about: z.string().min(1),
  /** The day on which everything happens, such as `2026-11-20`. */
  today: z.iso.date(),
  person: z.string().min(1),
  /** The state. `page` is the open page; `view` is what the screen shows, and is no data. */
  state: z.looseObject({ page: z.string(), view: z.optional(z.record(z.string(), z.json())) }),
  /** What the model sees on each page: paths into the state. */
  pages: z.record(z.string(), z.strictObject({ shows: z.array(path) })),
  tools: z.array(tool).min(1),
  tasks: z.array(task).min(1),
})
export type AppFile = z.infer<typeof appFile>
export type ToolEntry = AppFile['tools'][number]

/** The JSON Schema of an application. */
export const appSchema = (): object => z.toJSONSchema(appFile, { io: 'input' })

/** Reads an application. Throws with the file, the line and the path of what is wrong. */
export function readApp(file: string): AppFile {
  return parseApp(readFileSync(file, 'utf8'), basename(file))
}

/** Reads an application from its text. */
export function parseApp(text: string, name: string): AppFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${name}: ${(cause as Error).message}`, { cause })
  }
  const parsed = appFile.safeParse(json)
  const problems = parsed.success
    ? findLoose(parsed.data)
    : parsed.error.issues.map(({ path: at, message }) => ({ at, message }))
  if (problems.length > 0) {
    const lines = problems.map(({ at, message }) => {
      const keys = at.filter((key) => typeof key !== 'symbol')
      return `${name}:${lineOf(text, keys)}: ${keys.join('.') || 'the file'}: ${message}`
    })
    throw new Error(lines.join('\n'))
  }
  return parsed.data as AppFile
}

interface Problem {
  readonly at: readonly PropertyKey[]
  readonly message: string
}

/** Finds names in an application that lead nowhere, and ids that are there twice. */
function findLoose({ pages, tools, tasks, state }: AppFile): Problem[] {
  const problems: Problem[] = []
  const known = new Set(tools.map(({ name }) => name))
  const tell = (message: string, ...at: PropertyKey[]): void => void problems.push({ at, message })
  if (!Object.hasOwn(pages, state.page)) tell(`there is no page "${state.page}"`, 'state', 'page')
  tools.forEach(({ name, on, when, off }, nth) => {
    if (tools.findIndex((other) => other.name === name) < nth)
      tell(`there is another tool "${name}"`, 'tools', nth, 'name')
    for (const page of on === '*' ? [] : on)
      if (!Object.hasOwn(pages, page)) tell(`there is no page "${page}"`, 'tools', nth, 'on')
    if (!when !== !off) tell('`when` and `off` go together', 'tools', nth)
  })
  const sends = new Set(tools.flatMap(({ name, effect }) => (effect === 'egress' ? [name] : [])))
  tasks.forEach((entry, nth) => {
    const { id, page, calls = [], or = [], answer, says, irreversible = false } = entry
    const at = ['tasks', nth] as const
    if (tasks.findIndex((other) => other.id === id) < nth)
      tell(`there is another task "${id}"`, ...at, 'id')
    if (page !== undefined && !Object.hasOwn(pages, page))
      tell(`there is no page "${page}"`, ...at, 'page')
    for (const [name] of [calls, ...or].flat())
      if (!known.has(name)) tell(`there is no tool "${name}"`, ...at, 'calls')
    if (calls.some(([name]) => sends.has(name)) !== irreversible)
      tell('`irreversible` is for calls of the effect "egress", and for them alone', ...at)
    if (calls.length === 0 && says === undefined)
      tell('a task without calls needs `says`, the right answer', ...at)
    if (answer === undefined) return
    try {
      if (!new RegExp(answer, 'is').test(says ?? ''))
        tell('`says` does not match `answer`', ...at, 'answer')
    } catch {
      tell('is no regular expression', ...at, 'answer')
    }
  })
  return problems
}
