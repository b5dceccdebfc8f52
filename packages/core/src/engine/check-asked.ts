import { AgentError } from '../errors/agent-error.ts'
import { inWords, refuseValue, show } from '../options/check-values.ts'
import type { RunToolOptions } from '../call-options.ts'
import type { MeantTool } from '../tools/meant-tool.ts'

const owner = ' of `runTool`'

interface Asked extends Pick<RunToolOptions, 'source' | 'taint' | 'history'> {
  readonly name: string
  readonly meant?: MeantTool | undefined
}

/** Throws `AgentError`, naming the option, for a wrong option of `runTool`. */
export function checkAsked({ name, source, taint, history, meant }: Asked): void {
  const isKind = typeof source === 'string' && source.length > 0 && source.length <= 64
  if (!isKind || source === 'model' || source === 'runAgent') {
    throw new AgentError(
      `\`source\`${owner} is ${show(source)}. The audit and the person who approves could not tell who asks. Give a name of the caller's kind, such as "webmcp".`,
    )
  }
  if (taint !== undefined && (typeof taint !== 'string' || taint.trim() === '')) {
    throw new AgentError(
      `\`taint\`${owner} is ${typeof taint === 'string' ? 'empty' : inWords(taint)}. The person who approves could not tell where the call comes from. Give words for people, such as "the mail of Ann".`,
    )
  }
  if (history !== true && history !== false && history !== 'note') {
    refuseValue('history', history, "true, false or 'note'", owner)
  }
  if (meant && meant.registered.tool?.name !== name) {
    refuseValue(
      'registered',
      meant.registered,
      `an entry of \`agent.scopes.tools\` for the tool`,
      owner,
    )
  }
}
