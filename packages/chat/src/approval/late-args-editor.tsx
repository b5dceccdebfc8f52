import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { LateNotice, type LateStatus } from '../late/late-notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import type { ArgsEditorProps } from './args-editor.tsx'

/** Shows `ArgsEditor`, fetched when a user first wants to change arguments. */
export const LateArgsEditor: (props: ArgsEditorProps) => ReactElement = latePart(
  lateParts,
  ({ ArgsEditor }) => ArgsEditor,
  NoEditor,
)

/**
 * Shows a button that ends the edit until the editor is fetched, and a notice if the fetch fails.
 * The user can still allow the call as it is, or deny it. The button takes the focus, as the
 * editor would.
 */
function NoEditor({
  strings,
  onStop,
  children,
  ...status
}: ArgsEditorProps & LateStatus): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <>
      <LateNotice notLoaded={strings.noEditor} {...status} />
      <div className="ambit-approval-foot">
        <div className="ambit-approval-buttons">
          <button type="button" className="ambit-button" ref={button} onClick={onStop}>
            {strings.stopEditing}
          </button>
        </div>
        {children}
      </div>
    </>
  )
}
