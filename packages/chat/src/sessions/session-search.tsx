import { useState, type KeyboardEvent, type ReactElement } from 'react'
import { isEscape } from '../composer/is-composing.ts'

interface SessionSearchProps {
  readonly label: string
  readonly onSearch: (query: string) => void
}

/** Shows the field that searches the list of sessions. Escape clears the field. */
export function SessionSearch({ label, onSearch }: SessionSearchProps): ReactElement {
  const [text, setText] = useState('')
  const search = (given: string): void => {
    setText(given)
    onSearch(given.trim())
  }
  const clear = (event: KeyboardEvent): void => {
    if (!isEscape(event) || text === '') return
    event.preventDefault()
    search('')
  }
  return (
    <input
      type="search"
      className="ambit-session-search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => search(event.target.value)}
      onKeyDown={clear}
    />
  )
}
