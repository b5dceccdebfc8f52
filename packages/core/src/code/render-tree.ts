import type { RunReport } from '../run-result.ts'

/**
 * Returns a run and the runs inside it as an indented tree. Each line has the name, status,
 * duration, tokens and charges of one run. Takes a `Run` at any time, its result, or a report.
 * Returns an empty text for a run that has not started.
 *
 * @example
 * console.log(renderTree(run))
 */
export function renderTree(run: { readonly report: RunReport | undefined } | RunReport): string {
  const report = 'report' in run ? run.report : run
  return report ? lines(report).join('\n') : ''
}

function lines(report: RunReport): string[] {
  const { name, status, durationMs, usage, charged, iterations, children } = report
  const facts = [
    status,
    `${durationMs} ms`,
    ...(iterations.length ? [`${iterations.length} iterations`] : []),
    ...(usage.totalTokens ? [`${usage.totalTokens} tokens`] : []),
    ...Object.entries(charged).map(([key, amount]) => `${key} ${amount}`),
  ]
  return [
    `${name} (${facts.join(', ')})`,
    ...children.flatMap((child, at) => {
      const isLast = at === children.length - 1
      const [first = '', ...rest] = lines(child)
      return [
        `${isLast ? '└─' : '├─'} ${first}`,
        ...rest.map((line) => `${isLast ? '  ' : '│ '} ${line}`),
      ]
    }),
  ]
}
