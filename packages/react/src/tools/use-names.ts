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
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const names = JSON.stringify(given.map(([name]) => [name, true]))
  return useMemo(() => {
    try {
      checkOptions<object>(owner, Object.fromEntries(JSON.parse(names) as [string, true][]), known)
      return undefined
    } catch (error) {
      return error
    }
  }, [owner, names, known])
}
