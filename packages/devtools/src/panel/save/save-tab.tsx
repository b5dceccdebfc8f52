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

/** Renders the tab "Save". */
export function SaveTab({ watched: { agent, recorder } }: TabProps): ReactElement {
  const [first, setFirst] = useState('')
  const [level, setLevel] = useState<(typeof levels)[number]>('tools')
  const [app, setApp] = useState({ from: './app', component: 'App' })
  const [words, setWords] = useState('')
  const [test, setTest] = useState('')
  const findStarts = (): readonly RecordedRun[] => canBegin(recorder.recording, agent)
  const [starts, setStarts] = useState(findStarts)

  const attempt = async (
    act: (recording: Recording) => string | Promise<string>,
  ): Promise<void> => {
    try {
      const all = recorder.recording
      const done = await act(first === '' ? all : fromRun(all, first, agent))
      setWords(isWarned ? done : done + warning)
      isWarned = true
    } catch (error) {
      setWords(errorWords(error, agent))
    }
  }
  const save = (recording: Recording): string => {
    download(recordingFile, writeRecording(recording), 'application/json')
    return `${recordingFile} is saved.`
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
  const copy = async (text: string): Promise<string> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch (cause) {
      throw new Error('The browser did not allow it, so nothing is copied. Download it instead.', {
        cause,
      })
    }
    return 'Copied.'
  }
  return (
    <div className="save">
      <section aria-label="This session">
        <div className="fields">
          <label>
            Runs
            <select
              value={first}
              onFocus={() => setStarts(findStarts())}
              onChange={({ target }) => setFirst(target.value)}
            >
              <option value="">All</option>
              {starts.map((run) => (
                <option key={run.id} value={run.id}>
                  From {nameOf(run)}
                </option>
              ))}
            </select>
          </label>
          <label>
            The test compares
            <select
              value={level}
              onChange={({ target }) => setLevel(target.value as (typeof levels)[number])}
            >
              {levels.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Module of the app
            <input
              value={app.from}
              onChange={({ target }) => setApp({ ...app, from: target.value })}
            />
          </label>
          <label>
            Component
            <input
              value={app.component}
              onChange={({ target }) => setApp({ ...app, component: target.value })}
            />
          </label>
        </div>
        <div className="buttons">
          <button type="button" onClick={() => void attempt(makeTest)}>
            Make a test
          </button>
          <button type="button" onClick={() => void attempt(save)}>
            Download recording
          </button>
          <button
            type="button"
            onClick={() => void attempt((recording) => copy(writeRecording(recording)))}
          >
            Copy as JSON
          </button>
          <button
            type="button"
            onClick={() => void attempt((recording) => copy(recordingTree(recording)))}
          >
            Copy as text tree
          </button>
        </div>
        <p className="muted">
          A recording holds the prompts too, after the redaction of the agent. A test begins on the
          page where its first run began, and its component holds what the page had, such as{' '}
          <code>{'<Copilot/>'}</code>.
        </p>
        <p role="status">{words}</p>
        {test && (
          <>
            <button type="button" onClick={() => void attempt(() => copy(test))}>
              Copy the test
            </button>
            <pre role="region" aria-label="The test" tabIndex={0}>
              {test}
            </pre>
          </>
        )}
      </section>
      <OpenRecording />
    </div>
  )
}
