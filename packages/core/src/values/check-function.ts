import { AgentError } from '../errors/agent-error.ts'

/** Throws `AgentError`, naming the option and its owner, for anything but a function. */
export function checkFunction(option: string, value: unknown, owner: string): void {
  if (typeof value === 'function') return
  throw new AgentError(`\`${option}\` of ${owner} is not a function.`)
}
