import { type ReactElement, type ReactNode, useState } from 'react'

/** Renders a part that opens and closes. Its content is made only while it is open. */
export function Section({
  title,
  note,
  tone = '',
  isOpen = false,
  children,
}: {
  readonly title: string
  readonly note?: string | undefined
  readonly tone?: string | undefined
  /** True if it is open at first. Default false. */
  readonly isOpen?: boolean
  readonly children: () => ReactNode
}): ReactElement {
  const [open, setOpen] = useState(isOpen)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={tone}>{title}</span> {note && <span className="muted">{note}</span>}
      </summary>
      {open && children()}
    </details>
  )
}
