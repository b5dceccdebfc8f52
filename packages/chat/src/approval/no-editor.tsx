import { useEffect, useRef, type ReactElement } from 'react'
import type { ArgsEditorProps } from './args-editor.tsx'

/**
 * Shows that the editor could not be loaded. The person can still allow the call as it is, or deny
 * it. The button takes the focus, as the editor would.
 */
export function NoEditor({ strings, onStop }: ArgsEditorProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="ambit-approval-buttons">
      <p className="ambit-warning">{strings.noEditor}</p>
      <button type="button" className="ambit-button" ref={button} onClick={onStop}>
        {strings.stopEditing}
      </button>
    </div>
  )
}
