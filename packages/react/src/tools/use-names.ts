import { checkOptions, type OptionNames } from '@ambit/core'
import { useRef } from 'react'

/**
 * Returns the error of an option that does not exist; undefined if there is none. It is the same
 * error as long as it says the same.
 */
export function useNames<Options extends object>(
  owner: string,
  options: Options,
  known: OptionNames<NoInfer<Options>>,
): unknown {
  const problem = useRef<unknown>(undefined)
  try {
    checkOptions(owner, options, known)
    problem.current = undefined
  } catch (error) {
    if (String(error) !== String(problem.current)) problem.current = error
  }
  return problem.current
}
