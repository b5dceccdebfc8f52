import { useContext, type ReactNode } from 'react'
import { MarkdownOptionsContext } from './markdown-options.ts'
import type { MathSource } from './math-shape.ts'
import { OwnView } from './own-view.tsx'
import { cleanText } from './text-intake.ts'

/**
 * Shows a formula by the application's renderer, or exactly as it was written. A formula without
 * its end is shown as it was written.
 */
export function MathView({ math }: { readonly math: MathSource }): ReactNode {
  const { renderMath } = useContext(MarkdownOptionsContext)
  const { raw, display, isComplete } = math
  const written = cleanText(raw)
  if (!renderMath || !isComplete) return written
  const text = cleanText(math.text)
  return (
    <span data-math={display ? 'display' : 'inline'} dir="ltr">
      <OwnView
        name="renderMath"
        of={text}
        source={{ text, display }}
        render={renderMath}
        instead={written}
      />
    </span>
  )
}
