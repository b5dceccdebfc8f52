import { useContext, type ReactNode } from 'react'
import { MarkdownOptionsContext } from './markdown-options.ts'

/** A task's state. It is not a control: nothing happens when it is pressed. */
export function TaskBox({ isDone }: { readonly isDone: boolean }): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const name = isDone ? strings.taskDone : strings.taskOpen
  return (
    <span role="img" aria-label={name} data-checked={isDone}>
      {isDone ? '☑' : '☐'}
    </span>
  )
}
