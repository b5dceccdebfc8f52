import type { ReactElement } from 'react'
import { latePart } from '../late-part.ts'
import type { ArgsEditorProps } from './args-editor.tsx'
import { NoEditor } from './no-editor.tsx'

/** Shows `ArgsEditor`, loaded when a person first wants to change arguments. */
export const LateArgsEditor: (props: ArgsEditorProps) => ReactElement = latePart(
  () => import('./args-editor.tsx').then(({ ArgsEditor }) => ArgsEditor),
  NoEditor,
)
