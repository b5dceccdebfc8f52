import { AgentError } from '../errors/agent-error.ts'
import type { AgentPlugin } from '../plugins.ts'
import type { Redaction } from '../ports.ts'

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
