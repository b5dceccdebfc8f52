import type { Tool } from '@ambit/core'

/** The parameter by which the model says which instance it means. */
export const instanceParameter = 'instance'

/** What the component's own schema made of arguments. */
const parsed = new WeakMap<object, { readonly value: unknown }>()

type Validated = Awaited<ReturnType<Tool['validate']>>

/** The checked arguments, with the instance among them again for everything that stands before the handler. */
export function withInstance(checked: Validated, id: string): Validated {
  if (!('value' in checked)) return checked
  const args = { [instanceParameter]: id, ...Object(checked.value) } as object
  parsed.set(args, checked)
  return { value: args }
}

/** Takes arguments apart: which instance, and what its handler gets. */
export function splitInstance(args: unknown): { readonly id: string; readonly own: unknown } {
  const { [instanceParameter]: id, ...own } = Object(args) as Record<string, unknown>
  const checked = parsed.get(Object(args) as object)
  return { id: String(id), own: checked ? checked.value : own }
}
