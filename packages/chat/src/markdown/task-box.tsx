import { useContext, type ReactNode } from 'react'
import { MarkdownOptionsContext } from './markdown-options.ts'

/** Shows the state of a task. Not a control: a press does nothing. */
export function TaskBox({ isDone }: { readonly isDone: boolean }): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const name = isDone ? strings.taskDone : strings.taskOpen
  return (
    <span role="img" aria-label={name} data-checked={isDone}>
      {isDone ? '☑' : '☐'}
    </span>
  )
}
