import type { RecordedRun } from '@ambit/devtools/record'

/** Describes what a run that does nothing waits for: its place, and words that tell what to do. */
export function describeStuck(run: RecordedRun, ms: number): { at: string; words: string } {
  const isOver = `so \`play\` stopped it after ${ms} ms in which nothing happened. `
  const at = run.calls.findLastIndex(({ status }) => status === 'running')
  const call = run.calls[at]
  if (call) {
    const isAsked = call.approval && call.approval.decision === undefined
    const isQuestioned = call.questions.some(({ outcome }) => outcome === undefined)
    const what = isAsked
      ? 'waits for an approval that is not in the recording'
      : isQuestioned
        ? 'waits for an answer that is not in the recording'
        : 'does not end'
    const place = `call ${at + 1} (${call.tool})`
    return { at: place, words: `${what}, ${isOver}If it needs more time, give \`waitMs\`.` }
  }
  const request = run.requests.at(-1)
  if (!request) {
    return { at: '', words: `does not begin, ${isOver}If it needs more time, give \`waitMs\`.` }
  }
  const place = `request ${run.requests.length}`
  return request.faults.length > 0
    ? {
        at: place,
        words: `is not tried again, ${isOver}If the agent has a fake clock, give it as \`clock\`.`,
      }
    : { at: place, words: `does not end, ${isOver}If it needs more time, give \`waitMs\`.` }
}
