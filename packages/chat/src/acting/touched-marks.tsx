import { useProvidedAgent } from '@ambit/react'
import { useEffect } from 'react'
import { followTouches } from './follow-touches.ts'

/**
 * Marks on the page what the agent works on. The elements of a scope are outlined while one of its
 * tools runs. What a call touched flashes once the page has the change, and again when the call is
 * undone. It is scrolled to if none of it is in view; the focus stays. See `ctx.touched`.
 *
 * What a call touched is also outlined while its card has the pointer or the keyboard's focus. A
 * card is an element with the id of the call in `data-ambit-call`, or with several, separated by
 * spaces. With reduced motion nothing flashes. Renders nothing, and works without `Chat.Root`. The
 * variable `--ambit-mark` is the colour.
 */
export function TouchedMarks(): null {
  const agent = useProvidedAgent()
  useEffect(() => followTouches(agent), [agent])
  return null
}
