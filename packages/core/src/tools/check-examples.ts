import { AgentError } from '../errors/agent-error.ts'
import { show } from '../options/check-values.ts'
import type { Parameters } from '../schema/parameters.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Throws `AgentError`, in development, for an example that the schema of its tool refuses. A schema
 * that checks asynchronously is not asked.
 */
export function checkExamples(
  examples: readonly unknown[],
  validate: Parameters['validate'],
  owner: string,
): void {
  try {
    // Bundlers replace this value, and remove the check for production.
    if (process.env.NODE_ENV !== 'production') {
      examples.forEach((example, at) =>
        checkExample(example, validate, `\`examples[${at}]\` of ${owner}`),
      )
    }
  } catch (error) {
    // A page without a bundler has no `process`.
    if (AgentError.isInstance(error)) throw error
  }
}

function checkExample(example: unknown, validate: Parameters['validate'], which: string): void {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) {
    throw new AgentError(
      `${which} is ${show(example)}. Give an object with the arguments of a call.`,
    )
  }
  const checked = validate(structuredClone(example))
  if (checked instanceof Promise) {
    checked.catch(() => undefined)
    return
  }
  if (!('issues' in checked)) return
  const faults = checked.issues.map(({ path = [], message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  throw new AgentError(
    `${which} does not fit \`parameters\` (${faults.join('; ')}). The model would learn to make calls that are refused. Give one that fits.`,
  )
}
