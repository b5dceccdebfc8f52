/** What a developer is told of two tools of one name, by their scopes. */
export function describeToolConflict(tool: string, first: string, second: string): string {
  const owners = first === second ? `both in scope "${first}"` : `scopes "${first}" and "${second}"`
  return `Tool "${tool}" is registered twice (${owners}). The first stays, this one waits. Rename one.`
}
