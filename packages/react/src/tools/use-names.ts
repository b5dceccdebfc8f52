import { checkOptions, type OptionNames } from '@ambit/core'
import { useMemo } from 'react'

/**
 * Returns the error of an option that does not exist; undefined if there is none. It is the same
 * error as long as it says the same.
 */
export function useNames<Options extends object>(
  owner: string,
  options: Options,
  known: OptionNames<NoInfer<Options>>,
): unknown {
  let thrown: unknown
  try {
    checkOptions(owner, options, known)
  } catch (error) {
    thrown = error
  }
  return useMemo(() => thrown, [thrown && String(thrown)])
}
