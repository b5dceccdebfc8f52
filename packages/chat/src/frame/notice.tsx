import type { ReactElement } from 'react'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'

/** What `Notice` takes. */
export interface NoticeProps extends PartProps<Record<never, never>, 'p'> {
  /** Something the person should know throughout, such as that no language model answers. Plain text. */
  readonly text: string
}

/** One plain line under the header. */
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
