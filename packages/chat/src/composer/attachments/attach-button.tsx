import { useRef, type ReactElement } from 'react'
import { Icon } from '../../icon.tsx'
import { defaultRules } from './attachment-rules.ts'
import type { Attachments } from './use-attachments.ts'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

/** Renders the button that opens the browser's file picker. */
export function AttachButton({ rules, add }: Attachments): ReactElement {
  const strings = useWords('composer', englishComposer)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="ambit-icon-button"
        aria-label={strings.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={strings.attach}
        accept={(rules.types ?? defaultRules.types).join()}
        onChange={({ target }) => {
          add(target.files ?? [])
          // An empty value lets the user pick the same file again after its removal.
          target.value = ''
        }}
      />
    </>
  )
}
