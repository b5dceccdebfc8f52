import { dropUndefined } from '../../json/json.ts'
import type { StandardSchema } from '../../schema/parameters.ts'
import { Tool, type ToolOptions } from '../../tools/tool.ts'

/** One operation on a resource: a tool without its name. */
export type ResourceOperation<Args, Result> = Omit<ToolOptions<Args, Result>, 'name'>

/**
 * Makes tools for the operations on one resource. Each is named `<operation>_<path>`:
 * `resourceTools('a/b', { get, search })` makes `get_a_b` and `search_a_b`. An operation that is
 * undefined is left out.
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
  const suffix = path
    .split(/[^a-zA-Z0-9-]+/)
    .filter(Boolean)
    .join('_')
  const given = Object.entries<unknown>(dropUndefined(operations))
  return given.map(
    ([operation, options]) =>
      new Tool({
        ...(options as ResourceOperation<never, unknown>),
        name: `${operation}_${suffix}`,
      }),
  )
}
