import { nextId } from '../clock.ts'
import { canonicalJson } from '../json/json.ts'
import type { CallWork, Executable } from './call-work.ts'

/** The ids of objects and functions, which tell two of them apart. */
const ids = new WeakMap<object, string>()

/**
 * Returns the key of a call's result in the tool cache. It is made of the tool itself, the subject
 * of the call, the user, the tenant, the dependencies and the arguments. An explicit `cache.key`
 * stands for the tool object, under the tool's name.
 */
export function cacheKeyOf({ run, call }: CallWork, executable: Executable): string {
  const { userId, tenantId, dependencies } = run.config
  const { cacheKey } = executable
  const { arguments: args } = call
  const tool = cacheKey === undefined ? idOf(executable) : [call.name, cacheKey]
  const { parts = [] } = executable.subjectOf?.(args) ?? {}
  const given = Object.entries(dependencies ?? {})
    .map(([name, value]) => [name, idOf(value)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return canonicalJson([tool, parts.map(idOf), userId, tenantId, given, args])
}

/** Returns text that is the same only for the same object, or for the same other value. */
function idOf(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
    return `${typeof value} ${String(value)}`
  }
  let id = ids.get(value)
  if (id === undefined) ids.set(value, (id = nextId()))
  return id
}
