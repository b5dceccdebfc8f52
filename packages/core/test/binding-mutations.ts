import type { AnyTool, Scope } from '../src/index.ts'
import type { AgentUnderTest } from './agent-under-test.ts'

/** One call that waits for a user, and everything that could change before it runs. */
export interface Stage extends AgentUnderTest {
  /** Creates a tool like the shown one, but a different object. */
  readonly makeTool: (change?: { description?: string; title?: string }) => AnyTool
  readonly tool: AnyTool
  readonly scope: Scope
  readonly dispose: () => void
  /** The arguments object that the hook gave, and keeps. */
  readonly held: Record<string, unknown>
  /** Arguments that differ from the shown ones. */
  readonly other: Record<string, unknown>
  /** Makes a getter among the arguments return another value from now on. */
  readonly turn: () => void
  readonly switchOff: () => void
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
const mutable = <T>(value: T): Mutable<T> => value as Mutable<T>

const swap = (held: Record<string, unknown>, other: Record<string, unknown>): void => {
  for (const key of Object.keys(held)) delete held[key]
  Object.assign(held, other)
}

/** The changes between the user's look and the run, by name. */
export const mutations = {
  'a hook changes the arguments it gave': ({ held, other }: Stage) => swap(held, other),
  'a hook adds one': ({ held }) => void (held['__added'] = true),
  'a hook takes one away': ({ held }) => {
    const [first] = Object.keys(held)
    if (first === undefined) held['__added'] = 1
    else delete held[first]
  },
  'a getter answers otherwise': ({ turn }) => turn(),
  'a re-render registers the tool anew': ({ agent, makeTool }) =>
    agent.scopes.replaceTool(makeTool()),
  'a re-render registers it with another description': ({ agent, makeTool }) =>
    agent.scopes.replaceTool(makeTool({ description: 'x, or so' })),
  'its title becomes another': ({ tool }) =>
    void Object.defineProperty(tool, 'title', { value: 'Harmless' }),
  'its description becomes another': ({ tool }) => void (mutable(tool).description = 'other'),
  'its effect becomes another': ({ tool }) => void (mutable(tool).effect = 'read'),
  'its handler becomes another': ({ tool }) => {
    const { handler } = tool
    mutable(tool).handler = (args, ctx) => handler(args, ctx)
  },
  'its schema becomes another': ({ tool }) =>
    void ((tool.jsonSchema as { title?: string }).title = 'other'),
  'what it is for becomes another': ({ tool }) =>
    void (mutable(tool).subjectOf = () => ({ parts: [{}], onGone: () => () => undefined })),
  'its scope goes and comes back with it': ({ agent, dispose, scope }) => {
    dispose()
    agent.scopes.register(scope)
  },
  'its scope goes': ({ dispose }) => dispose(),
  'it is switched off': ({ switchOff }) => switchOff(),
} satisfies Record<string, (stage: Stage) => void>

export type MutationName = keyof typeof mutations
