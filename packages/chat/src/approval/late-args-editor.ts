import { type ComponentType, lazy } from 'react'
import type { ArgsEditorProps } from './args-editor.tsx'
import { NoEditor } from './no-editor.tsx'

/** `ArgsEditor`, fetched when the first person wants to change something. */
export const LateArgsEditor: ComponentType<ArgsEditorProps> = lazy<ComponentType<ArgsEditorProps>>(
  () =>
    import('./args-editor.tsx').then(
      ({ ArgsEditor }) => ({ default: ArgsEditor }),
      () => ({ default: NoEditor }),
    ),
)
