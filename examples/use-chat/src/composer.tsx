import { type FormEvent, type ReactElement, useRef, useState } from 'react'

type Props = {
  isBusy: boolean
  onSend: (message: { text: string; files?: FileList }) => void
  onStop: () => void
}

/** Shows the field for a message, with files. */
export function Composer({ isBusy, onSend, onStop }: Props): ReactElement {
  const [files, setFiles] = useState<FileList>()
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    if (typeof text !== 'string' || text.trim() === '') return
    onSend({ text, ...(files && { files }) })
    form.current?.reset()
    setFiles(undefined)
  }
  return (
    <form ref={form} onSubmit={submit}>
      <input name="text" aria-label="Message" placeholder="Say what to do" autoComplete="off" />
      <label className="button">
        {files?.length ? `${files.length} attached` : 'Attach'}
        <input
          type="file"
          multiple
          aria-label="Files"
          onChange={({ target }) => setFiles(target.files ?? undefined)}
        />
      </label>
      {isBusy ? (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button className="primary">Send</button>
      )}
    </form>
  )
}
