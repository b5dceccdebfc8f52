import { useId, useMemo, type ReactElement, type ReactNode } from 'react'
import { useShell } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { jumpOnKey } from '../view/jump-key.ts'
import { FrameContext } from './frame-context.ts'

/** `Panel` has no state to speak of. */
export type PanelState = { readonly inline: true }

/** What `Panel` takes. */
export interface PanelProps extends PartProps<PanelState, 'section'> {
  readonly children?: ReactNode
}

/** A chat as a part of the page: a named region that fills the box it stands in, at least 320 px high. */
export function Panel(props: PanelProps): ReactElement {
  const { field } = useShell()
  const titleId = useId()
  const frame = useMemo(() => ({ titleId, open: true }), [titleId])
  return (
    <FrameContext.Provider value={frame}>
      {renderPart(
        'section',
        'panel',
        props,
        { inline: true },
        {
          'aria-labelledby': titleId,
          onKeyDown: (event) => jumpOnKey(event, field),
          children: props.children,
        },
      )}
    </FrameContext.Provider>
  )
}
