import type { ReactElement } from 'react'
import type { ArgsEditorProps } from './args-editor.tsx'

/** Stands for an editor that could not be fetched: the person can still allow the call as it is, or deny it. */
export function NoEditor({ strings, onStop }: ArgsEditorProps): ReactElement {
  return (
    <div className="ambit-approval-buttons">
      <p className="ambit-warning">{strings.noEditor}</p>
      <button type="button" className="ambit-button" onClick={onStop}>
        {strings.stopEditing}
      </button>
    </div>
  )
}
