import type { RecordedCall, RecordedRun, Recording } from '../../record/index.ts'

/** A line of the tree, with the lines below it. */
interface Branch {
  readonly line: string
  readonly children: readonly Branch[]
}

/**
 * Returns a recording as an indented tree, in the form of `renderTree`: its runs, and in each its
 * requests, calls and the runs inside it.
 */
export function recordingTree({ agent, runs, lacks = [], dropped }: Recording): string {
  const ids = new Set(runs.map(({ id }) => id))
  const top = runs.filter(({ parent }) => parent === undefined || !ids.has(parent))
  const lost = dropped?.runs ? [`${dropped.runs} older runs are no longer here`] : []
  const notes = [...lacks, ...lost].map((note) => `(${note})`)
  const trees = top.map((run) => draw(toBranch(run, runs)))
  return [`${agent} (${plural(runs.length, 'run')})`, ...notes, ...trees.flat()].join('\n')
}

function toBranch(run: RecordedRun, runs: readonly RecordedRun[]): Branch {
  const { requests, calls, undone, warnings, status, error, content } = run
  const tokens = requests.reduce((sum, { reply }) => sum + (reply?.usage.totalTokens ?? 0), 0)
  const facts = [
    status,
    ...(requests.length > 0 ? [plural(requests.length, 'request')] : []),
    ...(tokens > 0 ? [`${tokens} tokens`] : []),
  ]
  const inside = runs.filter(({ parent }) => parent === run.id)
  return {
    line: `${nameOf(run)} (${facts.join(', ')})`,
    children: [
      ...calls.map((call) => leaf(callLine(call))),
      ...undone.map(({ tool, error: fault }) => leaf(`undo of ${tool} (${fault ?? 'undone'})`)),
      ...inside.map((child) => toBranch(child, runs)),
      ...warnings.map((warning) => leaf(`warning: ${warning}`)),
      ...(error ? [leaf(`${error.name}: ${error.message}`)] : []),
      ...(content ? [leaf(oneLine(content))] : []),
    ],
  }
}

function callLine({ tool, args, status, ms, approval, questions }: RecordedCall): string {
  const facts = [
    status,
    ...(ms === undefined ? [] : [`${Math.round(ms)} ms`]),
    ...(approval ? [`${approval.decision} by ${approval.by}`] : []),
    ...(questions.length > 0 ? [plural(questions.length, 'question')] : []),
  ]
  return `${tool} ${oneLine(JSON.stringify(args))} (${facts.join(', ')})`
}

/** Returns the name of a run: what the user did. */
export function nameOf({ kind, input }: RecordedRun): string {
  const text =
    typeof input === 'string'
      ? input
      : (input ?? []).map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join(' ')
  return text ? `${kind} "${oneLine(text)}"` : kind
}

function draw({ line, children }: Branch): readonly string[] {
  return [
    line,
    ...children.flatMap((child, at) => {
      const isLast = at === children.length - 1
      const [first = '', ...rest] = draw(child)
      return [
        `${isLast ? '└─' : '├─'} ${first}`,
        ...rest.map((below) => `${isLast ? '  ' : '│ '} ${below}`),
      ]
    }),
  ]
}

const leaf = (line: string): Branch => ({ line, children: [] })
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
