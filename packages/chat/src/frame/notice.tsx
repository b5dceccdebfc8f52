import type { ReactElement } from 'react'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'

/** The props of `Notice`. */
export interface NoticeProps extends PartProps<Record<never, never>, 'p'> {
  /**
   * A fact that the user should always see, such as that no language model answers. Plain text.
   */
  readonly text: string
}

/** Shows one plain line under the header. */
export function Notice(props: NoticeProps): ReactElement {
  return renderPart(
    'p',
    'notice',
    props,
    {},
    {
      role: 'note',
      children: (
        <>
          <Icon name="note" />
          <span>{props.text}</span>
        </>
      ),
    },
  )
}
