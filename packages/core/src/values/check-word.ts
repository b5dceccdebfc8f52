import { AgentError } from '../errors/agent-error.ts'

/** Throws `AgentError`, naming the option and its owner, for anything but one of a few words; undefined is the default. */
export function checkWord(
  option: string,
  word: unknown,
  accepted: readonly unknown[],
  owner: string,
): void {
  if (word === undefined || accepted.includes(word)) return
  throw new AgentError(
    `\`${option}\` of ${owner} is ${JSON.stringify(word)}. Give one of '${accepted.join("', '")}'.`,
  )
}
