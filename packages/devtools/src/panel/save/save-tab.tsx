import { type ReactElement, useState } from 'react'
import { type RecordedRun, type Recording, toTest, writeRecording } from '../../record/index.ts'
import type { TabProps } from '../tab.ts'
import { download, recordingFile, testFile } from './files.ts'
import { canBegin, fromRun } from './from-run.ts'
import { OpenRecording } from './open-recording.tsx'
import { nameOf, recordingTree } from './recording-tree.ts'
import { errorWords } from '../error-words.ts'

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
