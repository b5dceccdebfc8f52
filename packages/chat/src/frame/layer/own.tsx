import { type ComponentProps, type ReactElement, type Ref, useLayoutEffect, useState } from 'react'
import { useFrame } from '../frame-context.ts'
import { inPopup } from './popups.ts'

/** The props of `Own`. */
interface OwnProps extends Omit<ComponentProps<'div'>, 'ref'> {
  readonly place?: Ref<HTMLDivElement> | undefined
}

/**
 * Renders the element of what a tool rendered. That begins anew if the chat closes while the focus
 * is in a popup, whose library would keep the page locked.
 */
export function Own({ place, ...props }: OwnProps): ReactElement {
  const { open } = useFrame()
  const [key, setKey] = useState(0)
  useLayoutEffect(() => {
    const isLocked = !open && document.querySelector(inPopup)
    // oxlint-disable-next-line react/set-state-in-effect -- The focus is known only at the commit.
    if (isLocked) setKey((last) => last + 1)
  }, [open])
  return <div key={key} ref={place} {...props} className="ambit-own" />
}
