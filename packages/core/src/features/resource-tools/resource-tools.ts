import { dropUndefined } from '../../json/json.ts'
import { misuse } from '../../options/misuse.ts'
import type { StandardSchema } from '../../schema/parameters.ts'
import type { Effect } from '../../tools/effects.ts'
import { Tool, type ToolOptions } from '../../tools/tool.ts'

/** One operation on a resource: a tool without its name. */
export type ResourceOperation<Args, Result> = Omit<ToolOptions<Args, Result>, 'name'>

/**
 * Makes tools for the operations on one resource. Each is named `<operation>_<path>`:
 * `resourceTools('a/b', { get, search })` makes `get_a_b` and `search_a_b`. An operation that is
 * undefined is left out.
 *
 * The first word of an operation says its effect, unless it has its own. It is `read` for `get`,
 * `list`, `search`, `find`, `read` and `count`, and `destructive` for `delete`, `remove` and
 * `destroy`. For others it is `write`. Throws `AgentError` for a path without letters or digits,
 * and for one with others than a name of a tool can have.
 */
export function resourceTools<Operations extends Record<string, unknown>>(
  path: string,
  operations: {
    [Name in keyof Operations]:
      | (Omit<ResourceOperation<Operations[Name], unknown>, 'parameters'> & {
          parameters?: StandardSchema<unknown, Operations[Name]> | undefined
        })
      | undefined
  },
): Tool<never, unknown>[] {
  const words = path.split(/[^\p{L}\p{N}-]+/u).filter(Boolean)
  if (words.length === 0 || /[^\w-]/.test(words.join('_'))) throw misuse('resourcePath', [path])
  const given = Object.entries<unknown>(dropUndefined(operations))
  return given.map(
    ([operation, options]) =>
      new Tool({
        effect: effectOf(operation),
        ...(options as ResourceOperation<never, unknown>),
        name: [operation, ...words].join('_'),
      }),
  )
}

/** Returns the effect that an operation has by its name. */
function effectOf(operation: string): Effect {
  const [verb = ''] = operation.split(/(?=[A-Z])|[_-]/)
  if (/^(?:get|list|search|find|read|count)$/.test(verb)) return 'read'
  return /^(?:delete|remove|destroy)$/.test(verb) ? 'destructive' : 'write'
}
