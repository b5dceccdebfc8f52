import type { MachineModels } from '@ambit/core'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Machine } from './machine-models.ts'

/** A model with those of the machine that may take its place. */
type Replaceable = LanguageModelV4 & { readonly machine: Promise<MachineModels> }

/**
 * Adds the models of this machine to one that needs none. It answers until a user chooses another
 * one of `machine`. From then on, all is as of that one.
 */
export function withMachineModels(
  rules: LanguageModelV4,
  code: Promise<{ readonly Machine: typeof Machine }>,
): Replaceable {
  let chosen: Machine | undefined
  const machine = code.then(({ Machine }) => (chosen = new Machine()))
  machine.catch(() => undefined)
  return new Proxy(rules, {
    has: (_, key) => key === 'machine' || key in (chosen?.model ?? rules),
    get(_, key) {
      if (key === 'machine') return machine
      const model = chosen?.model ?? rules
      const value: unknown = Reflect.get(model, key, model)
      return typeof value === 'function' ? value.bind(model) : value
    },
  }) as Replaceable
}
