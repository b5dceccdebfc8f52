import { AgentError } from '../errors/agent-error.ts'
import type { ToolList } from '../model/tool-list.ts'
import type { Parts } from '../plugin-parts.ts'
import { type AgentPlugin, parts } from '../plugins.ts'
import type { Redaction } from '../ports.ts'

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
    const plugin = this.all.findLast(({ list }) => list)
    return plugin?.list && toOwned(plugin, plugin.list)
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

/**
 * Calls a function of a plug-in. Throws or rejects with what it throws as an `AgentError` that
 * names the plug-in.
 */
export function inPlugin<Result>(plugin: AgentPlugin, call: () => Result): Result {
  const fail = (thrown: unknown): never => {
    throw toPluginError(plugin, thrown)
  }
  try {
    const result = call()
    return result instanceof Promise ? (result.catch(fail) as Result) : result
  } catch (thrown) {
    return fail(thrown)
  }
}

/** Returns the text that a member of a plug-in gave. Throws `TypeError` for anything else. */
export function requireText(member: string, given: unknown): string {
  if (typeof given === 'string') return given
  throw new TypeError(`\`${member}\` returned something other than text.`)
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

/** Returns the redactions of plug-ins as one; undefined without any. */
export function redactionOf(all: readonly AgentPlugin[]): Redaction | undefined {
  const redacting = all.filter((plugin) => plugin.redact !== undefined)
  if (redacting.length === 0) return undefined
  const redactOne = (told: string, plugin: AgentPlugin, most: number | undefined): string =>
    inPlugin(plugin, () => requireText('redact', plugin.redact?.(told, most)))
  return {
    redact: (text, most) => redacting.reduce((told, plugin) => redactOne(told, plugin, most), text),
  }
}
