import { AgentError } from '../errors/agent-error.ts'
import type { ToolList } from '../model/tool-list.ts'
import type { Parts } from '../plugin-parts.ts'
import { type AgentPlugin, parts } from '../plugins.ts'

/** The members of a plug-in that the engine calls, other than `setup`. */
export type PluginMember = 'run' | 'input' | 'request' | 'call' | 'execute' | 'message' | 'approve'

/** A plug-in that has a member. */
export type With<Member extends keyof AgentPlugin> = AgentPlugin & {
  readonly [Key in Member]-?: NonNullable<AgentPlugin[Key]>
}

/** A list of plug-ins that never changes, in the order in which they nest. */
export class PluginList {
  readonly all: readonly AgentPlugin[]
  readonly #of = new Map<PluginMember, readonly AgentPlugin[]>()

  constructor(all: readonly AgentPlugin[]) {
    const rank = ({ enforce }: AgentPlugin): number =>
      enforce === 'pre' ? 0 : enforce === 'post' ? 2 : 1
    this.all = [...all].sort((a, b) => rank(a) - rank(b))
  }

  /** Returns the plug-ins that have a member, the outermost first. */
  of<Member extends PluginMember>(member: Member): readonly With<Member>[] {
    const having = this.#of.get(member) ?? this.all.filter((plugin) => plugin[member])
    this.#of.set(member, having)
    return having as readonly With<Member>[]
  }

  /** What plug-ins of Ambit give the kernel directly. A later one replaces an earlier one. */
  get parts(): Parts {
    return Object.assign({}, ...this.all.map((plugin) => plugin[parts])) as Parts
  }

  /** The tool list; undefined if no plug-in has one. */
  get list(): ToolList | undefined {
    return this.all.findLast(({ list }) => list)?.list
  }
}

const lists = new WeakMap<readonly AgentPlugin[], PluginList>()

/** Returns plug-ins as runs use them: the same list for the same array. */
export function toPluginList(all: readonly AgentPlugin[]): PluginList {
  const list = lists.get(all) ?? new PluginList(all)
  lists.set(all, list)
  return list
}

/**
 * Returns what a plug-in threw as an `AgentError`. One of another kind gets the code `plugin`. Its
 * text stays in the cause: it is the application's own, and a message may be told to anybody.
 */
export const toPluginError = ({ name }: AgentPlugin, thrown: unknown): AgentError =>
  AgentError.is(thrown)
    ? thrown
    : new AgentError(`Plug-in "${name}" threw an error of its own: see its \`cause\`.`, {
        code: 'plugin',
        details: { plugin: name },
        cause: thrown,
      })
