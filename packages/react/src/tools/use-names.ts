import { checkOptions, type OptionNames } from '@ambit/core'
import { useMemo } from 'react'

/**
 * Returns the error of an option that does not exist; undefined if there is none. It is the same
 * error as long as the options have the same names.
 */
export function useNames<Options extends object>(
  owner: string,
  options: Options,
  known: OptionNames<NoInfer<Options>>,
): unknown {
  const isUnknown = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && !Object.hasOwn(known, name)
  const [unknown = ''] = Object.entries(options).find(isUnknown) ?? []
  return useMemo(() => {
    try {
      if (unknown) checkOptions<object>(owner, { [unknown]: true }, known)
      return undefined
    } catch (error) {
      return error
    }
  }, [owner, unknown, known])
}
