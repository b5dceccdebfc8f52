import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { jumpOnKey, leaveView } from '../view/view-keys.ts'
import type { FrameCode, FullScreenProps, SidebarEdgeProps } from './frame-context.ts'
import { minWidth, useWidths } from './use-widths.ts'
import { useProvidedAgent } from '@ambit/react'
import { runningCall } from '../acting/running-call.ts'
import { holdModal } from './hold-modal.ts'
import { addPopups } from './layer/popups.ts'
import { moveFocus } from './move-focus.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** Makes an open panel modal on a small screen, which it fills. */
function FullScreen({ panel, open, onChange }: FullScreenProps): null {
  const modal = useFullScreen(panel, open)
  useLayoutEffect(() => addPopups(panel.current), [panel])
  useLayoutEffect(() => onChange(modal), [modal, onChange])
  useHalfHeight(panel, modal)
  return null
}

/** Renders the edge of a sidebar, by which the user changes the width. */
function SidebarEdge(props: SidebarEdgeProps): ReactElement | null {
  const { side, panelId, first, modal, onChange, onWidth } = props
  const [chosen, setChosen] = useState(first)
  const { max, fitting } = useWidths(props.max)
  // A screen that becomes larger again gets the width back that the user chose.
  const width = Math.min(Math.max(chosen ?? fitting, minWidth), max)
  useLayoutEffect(() => onWidth(width), [onWidth, width])
  if (modal) return null
  const onResize = (next: number): void => {
    const within = Math.round(Math.min(Math.max(next, minWidth), max))
    setChosen(within)
    onChange?.(within)
  }
  return <Resizer {...{ side, width, panelId, onResize, max }} min={minWidth} />
}

export const frameCode: FrameCode = { FullScreen, SidebarEdge, jumpOnKey, leaveView }

/**
 * The screens that the panel fills, as in the styles. A screen this low is a phone on its side, or
 * a page at 200 %.
 */
const small = '(width <= 480px), (height <= 480px)'

/**
 * Whether an open panel fills a small screen. Such a panel ends above an on-screen keyboard.
 */
function useFullScreen(panel: RefObject<HTMLElement | null>, open: boolean): boolean {
  const isSmall = useSyncExternalStore(subscribe, matches, () => false)
  const modal = isSmall && open
  useLayoutEffect(() => {
    const { current } = panel
    if (!modal || !current) return undefined
    return followViewport(current)
  }, [modal, panel])
  return modal
}

const matches = (): boolean => globalThis.matchMedia(small).matches

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia(small)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Keeps the page behind a panel that fills a small screen from being reached, and shows what the
 * agent does there. The panel gets the attribute `data-half` as soon as a call of the chat changes
 * the page: by its effect, or by another address. The page then has its upper half, to be read and
 * used, and the panel is not modal. The panel fills the screen again when the user is asked, and
 * when a press on it has ended. Before its end, the press would hit another thing.
 */
function useHalfHeight(panel: RefObject<HTMLElement | null>, modal: boolean): void {
  const agent = useProvidedAgent()
  useLayoutEffect(() => {
    const { current } = panel
    if (!modal || !current) return undefined
    let letGo = holdModal(current)
    // A half panel of another agent has lost it, and React sees no other value.
    current.ariaModal = 'true'
    const halve = (): void => {
      letGo()
      current.setAttribute('data-half', '')
      current.ariaModal = null
    }
    const fill = (): void => {
      if (!current.hasAttribute('data-half')) return
      letGo = holdModal(current)
      current.removeAttribute('data-half')
      current.ariaModal = 'true'
      if (document.activeElement?.closest('[inert]')) moveFocus(current)
    }
    let { href } = location
    // The call during which the user filled the screen again.
    let left: string | undefined
    const onClick = (): void => {
      left = runningCall(agent.getState())?.callId
      fill()
    }
    const look = (): void => {
      const isAsked = agent.pending.getState().items.some(({ kind }) => kind !== 'signIn')
      const running = runningCall(agent.getState())
      const effect = running && agent.scopes.find(running.tool)?.tool.effect
      const isNew = running?.callId !== left
      const changes = location.href !== href || (isNew && effect !== undefined && effect !== 'read')
      ;({ href } = location)
      if (isAsked) fill()
      else if (changes) halve()
    }
    const stops = [agent.subscribe(look), agent.pending.subscribe(look)]
    current.addEventListener('click', onClick)
    return () => {
      for (const stop of stops) stop()
      current.removeEventListener('click', onClick)
      letGo()
      current.removeAttribute('data-half')
    }
  }, [agent, modal, panel])
}

/**
 * Keeps a full-screen element above an on-screen keyboard, until the returned function is called.
 * Browsers shrink only the visual viewport for a keyboard, which styles cannot read.
 */
function followViewport(element: HTMLElement): () => void {
  const { visualViewport } = globalThis
  if (!visualViewport) return () => undefined
  const fit = (): void => {
    // A page that the user has zoomed in stays as it is.
    const isZoomed = visualViewport.scale > 1.01
    const { offsetTop, height } = visualViewport
    const below = Math.max(0, globalThis.innerHeight - offsetTop - height)
    element.style.setProperty('--ambit-keyboard', isZoomed ? '0px' : `${below}px`)
    element.style.setProperty('--ambit-shift', isZoomed ? '0px' : `${offsetTop}px`)
  }
  fit()
  visualViewport.addEventListener('resize', fit)
  visualViewport.addEventListener('scroll', fit)
  return () => {
    visualViewport.removeEventListener('resize', fit)
    visualViewport.removeEventListener('scroll', fit)
    element.style.removeProperty('--ambit-keyboard')
    element.style.removeProperty('--ambit-shift')
  }
}

interface ResizerProps {
  readonly side: 'start' | 'end'
  readonly width: number
  readonly min: number
  readonly max: number
  readonly panelId: string | undefined
  readonly onResize: (width: number) => void
}

const step = 24

/**
 * Renders the edge of a sidebar, which the user drags or moves with the arrow keys, Home and End.
 */
function Resizer(props: ResizerProps): ReactElement {
  const { side, width, min, max, panelId, onResize } = props
  const strings = useWords('chat', englishFrame)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const grows = isAtRight(event.currentTarget, side) ? 'ArrowLeft' : 'ArrowRight'
    const next = {
      ArrowLeft: width + (grows === 'ArrowLeft' ? step : -step),
      ArrowRight: width + (grows === 'ArrowRight' ? step : -step),
      Home: min,
      End: max,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onResize(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget, pointerId, clientX } = event
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { left, right } = (currentTarget.parentElement as HTMLElement).getBoundingClientRect()
    onResize(isAtRight(currentTarget, side) ? right - clientX : clientX - left)
  }
  return (
    // A separator that takes the focus is a control: the window splitter of ARIA.
    <div
      className="ambit-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.resize}
      aria-controls={panelId}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      {...{ onKeyDown, onPointerDown, onPointerMove }}
    />
  )
}

const isAtRight = (element: Element, side: 'start' | 'end'): boolean =>
  (getComputedStyle(element).direction === 'rtl') === (side === 'start')
