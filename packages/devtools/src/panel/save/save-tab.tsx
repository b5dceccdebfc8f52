import { type ReactElement, useState } from 'react'
import {
  readRecording,
  type RecordedCall,
  type RecordedRun,
  type Recording,
  toTest,
  writeRecording,
} from '../../record/index.ts'
import type { TabProps } from '../tab.ts'
import { errorWords } from '../error-words.ts'
import type { Agent } from '@ambit/core'
import { toPlain } from '../../record/to-plain.ts'
import { pathTo } from '../history/message-rows.ts'
import { hideKeys } from '@ambit/core/redaction'

const warning =
  ' It holds what people wrote and what the page showed: read it before you give it to anybody.'
/** True once the page was warned. */
let isWarned = false

const levels = ['calls', 'tools', 'results', 'prompt'] as const
type Level = (typeof levels)[number]

/** Does something with a recording. Returns what to tell the developer. */
type Act = (recording: Recording) => string | Promise<string>

const actions: Readonly<Record<string, Act>> = {
  'Download recording': (recording) => {
    download(recordingFile, writeRecording(recording), 'application/json')
    return `${recordingFile} is saved.`
  },
  'Copy as JSON': (recording) => copy(writeRecording(recording)),
  'Copy as text tree': (recording) => copy(recordingTree(recording)),
}

/** Renders the tab "Save". */
export function SaveTab({ watched }: TabProps): ReactElement {
  const { agent, recorder } = watched
  const [first, setFirst] = useState('')
  const [level, setLevel] = useState<Level>('tools')
  const [app, setApp] = useState({ from: './app', component: 'App' })
  const [words, setWords] = useState('')
  const [test, setTest] = useState('')
  const attempt = async (act: Act): Promise<void> => {
    try {
      const all = recorder.recording
      const done = await act(first === '' ? all : fromRun(all, first, agent))
      setWords(isWarned ? done : done + warning)
      isWarned = true
    } catch (error) {
      setWords(errorWords(error, agent))
    }
  }
  const makeTest = (recording: Recording): string => {
    const text = toTest(recording, { ...app, level, file: `./${recordingFile}` })
    // Throws before anything is saved.
    const json = writeRecording(recording)
    setTest(text)
    download(recordingFile, json, 'application/json')
    download(testFile, text, 'text/plain')
    return `${testFile} and ${recordingFile} are saved. Put both beside the module of your app.`
  }
  return (
    <div className="save">
      <section aria-label="This session">
        <div className="fields">
          <FirstRun watched={watched} first={first} onChange={setFirst} />
          <LevelChoice level={level} onChange={setLevel} />
          <TextField
            label="Module of the app"
            value={app.from}
            onChange={(from) => setApp({ ...app, from })}
          />
          <TextField
            label="Component"
            value={app.component}
            onChange={(component) => setApp({ ...app, component })}
          />
        </div>
        <div className="buttons">
          {Object.entries({ 'Make a test': makeTest, ...actions }).map(([name, act]) => (
            <button key={name} type="button" onClick={() => void attempt(act)}>
              {name}
            </button>
          ))}
        </div>
        <SaveNote />
        <p role="status">{words}</p>
        {test && <TestText test={test} onCopy={() => void attempt(() => copy(test))} />}
      </section>
      <OpenRecording />
    </div>
  )
}

interface FirstRunProps extends Pick<TabProps, 'watched'> {
  /** The id of the run; empty for all runs. */
  readonly first: string
  readonly onChange: (id: string) => void
}

/** Renders the choice of the run that a recording begins with. */
function FirstRun({ watched: { agent, recorder }, first, onChange }: FirstRunProps): ReactElement {
  const findStarts = (): readonly RecordedRun[] => canBegin(recorder.recording, agent)
  const [starts, setStarts] = useState(findStarts)
  return (
    <label>
      Runs
      <select
        value={first}
        onFocus={() => setStarts(findStarts())}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">All</option>
        {starts.map((run) => (
          <option key={run.id} value={run.id}>
            From {nameOf(run)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface LevelChoiceProps {
  readonly level: Level
  readonly onChange: (level: Level) => void
}

const LevelChoice = ({ level, onChange }: LevelChoiceProps): ReactElement => (
  <label>
    The test compares
    <select value={level} onChange={({ target }) => onChange(target.value as Level)}>
      {levels.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  </label>
)

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const TextField = ({ label, value, onChange }: TextFieldProps): ReactElement => (
  <label>
    {label}
    <input value={value} onChange={({ target }) => onChange(target.value)} />
  </label>
)

const SaveNote = (): ReactElement => (
  <p className="muted">
    A recording holds the prompts, redacted. A test begins where its first run began, and its
    component holds what the page had. Run it with Vitest.
  </p>
)

interface TestTextProps {
  readonly test: string
  readonly onCopy: () => void
}

const TestText = ({ test, onCopy }: TestTextProps): ReactElement => (
  <>
    <button type="button" onClick={onCopy}>
      Copy the test
    </button>
    <pre role="region" aria-label="The test" tabIndex={0}>
      {test}
    </pre>
  </>
)

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new Error('The browser did not allow it, so nothing is copied. Download it instead.', {
      cause,
    })
  }
  return 'Copied.'
}

/** Saves a text as a file of the user. */
function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The name of the file of a recording. */
const recordingFile = 'session.recording.json'

/** The name of the file of a test. */
const testFile = 'session.test.tsx'

/** Returns the runs that a shorter recording can begin with: messages of the open session. */
export const canBegin = (
  { runs }: Recording,
  { history, sessions }: Pick<Agent, 'history' | 'sessions'>,
): readonly RecordedRun[] =>
  runs.filter(
    ({ kind, parent, during, messageId, session }) =>
      kind === 'chat' &&
      parent === undefined &&
      during === undefined &&
      session === sessions.getState().current &&
      history.has(messageId ?? ''),
  )

/**
 * Returns a recording from a run on. The messages before it are those that the run began with. An
 * undo of an earlier call is left out, because nothing could be undone.
 */
export function fromRun(
  recording: Recording,
  id: string,
  { history, redaction }: Pick<Agent, 'history' | 'redaction'>,
): Recording {
  const at = recording.runs.findIndex((run) => run.id === id)
  const rest = recording.runs.slice(at)
  const [first] = rest
  if (!first || at < 0) return recording
  const calls = new Set(rest.flatMap((run) => run.calls.map((call) => call.id)))
  const runs = rest.filter(
    ({ kind, undone }) => kind !== 'undo' || undone.some(({ callId }) => calls.has(callId)),
  )
  const path = pathTo((messageId) => history.get(messageId), first.messageId ?? '')
  const { value, files } = toPlain(path.slice(0, -1), redaction)
  // The runs that were lost came earlier.
  const { dropped } = recording
  return {
    ...recording,
    ...(dropped && { dropped: { ...dropped, runs: 0 } }),
    before: value as Recording['before'],
    runs,
    files: { ...recording.files, ...files },
  }
}

/** Shows the recording of a file as a text tree. Nothing is played. */
function OpenRecording(): ReactElement {
  const [tree, setTree] = useState('')
  const [fault, setFault] = useState('')
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    try {
      setTree(hideKeys(recordingTree(readRecording(await file.text()))))
      setFault('')
    } catch (error) {
      setTree('')
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <section aria-label="A recording from a file">
      <label>
        Open a recording
        <input type="file" accept=".json" onChange={({ target }) => void read(target.files?.[0])} />
      </label>
      {fault && <p role="alert">{fault}</p>}
      {tree && (
        <pre role="region" aria-label="The recording" tabIndex={0}>
          {tree}
        </pre>
      )}
    </section>
  )
}

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
function nameOf({ kind, input }: RecordedRun): string {
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
