import { hideKeys } from '@ambit/core/redaction'
import { type ReactElement, useState } from 'react'
import { readRecording } from '../../record/index.ts'
import { recordingTree } from './recording-tree.ts'

/** Shows the recording of a file as a text tree. Nothing is played. */
export function OpenRecording(): ReactElement {
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
