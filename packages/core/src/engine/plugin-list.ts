import type { ToolList } from '../model/tool-list.ts'
import type { Parts } from '../plugin-parts.ts'
import { type AgentPlugin, parts, inPlugin } from '../plugins.ts'

/** The members of a plug-in that the engine calls, other than `setup`. */
export type PluginMember = 'run' | 'input' | 'request' | 'call' | 'execute' | 'message' | 'approve'

/** A plug-in that has a member. */
export type With<Member extends keyof AgentPlugin> = AgentPlugin & {
  readonly [Key in Member]-?: NonNullable<AgentPlugin[Key]>
}

/** A list of plug-ins that never changes, in the order in which they nest. */
export class PluginList {
  readonly all: readonly AgentPlugin[]
  /** What plug-ins of Ambit give the kernel directly. A later one replaces an earlier one. */
  readonly parts: Parts
  /** The tool list; undefined if no plug-in has one. */
  readonly list: ToolList | undefined
  readonly #of = new Map<PluginMember, readonly AgentPlugin[]>()

  constructor(all: readonly AgentPlugin[]) {
    const rank = ({ enforce }: AgentPlugin): number =>
      enforce === 'pre' ? 0 : enforce === 'post' ? 2 : 1
    this.all = [...all].sort((a, b) => rank(a) - rank(b))
    this.parts = Object.assign({}, ...this.all.map((plugin) => plugin[parts])) as Parts
    const lister = this.all.findLast(({ list }) => list)
    this.list = lister?.list && toOwned(lister, lister.list)
  }

  /** Returns the plug-ins that have a member, the outermost first. */
  of<Member extends PluginMember>(member: Member): readonly With<Member>[] {
    const having = this.#of.get(member) ?? this.all.filter((plugin) => plugin[member])
    this.#of.set(member, having)
    return having as readonly With<Member>[]
  }
}

const lists = new WeakMap<readonly AgentPlugin[], PluginList>()

/** Returns plug-ins as runs use them: the same list for the same array. */
export function toPluginList(all: readonly AgentPlugin[]): PluginList {
  const list = lists.get(all) ?? new PluginList(all)
  lists.set(all, list)
  return list
}

/** Returns the tool list of a plug-in. What its functions throw names the plug-in. */
function toOwned(plugin: AgentPlugin, list: ToolList): ToolList {
  const own =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result =>
      inPlugin(plugin, () => call.apply(list, args))
  const { searches, createTools, readCalls, readDeltas } = list
  return {
    searches,
    choose: (tools, at) =>
      inPlugin(plugin, () => {
        const choice = list.choose(tools, at)
        if (!Array.isArray(choice.tools)) throw new TypeError('`list.choose` gave no `tools`.')
        return { ...choice, finish: choice.finish && own(choice.finish) }
      }),
    createTools: createTools && own(createTools),
    readCalls: readCalls && own(readCalls),
    readDeltas: readDeltas && ((onDelta) => own(own(readDeltas)(onDelta))),
  }
}
