import {
  type DOMAttributes,
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { type Toolbar, useToolbar } from '../actions/use-toolbar.ts'
import { useChat } from '../chat-context.ts'
import { isEscape } from '../composer/is-composing.ts'
import { draftsOf } from '../composer/draft.ts'
import { useFrame } from '../frame/frame-context.ts'
import { showOnTop } from '../frame/layer/move-layer.ts'
import { moveFocus } from '../frame/move-focus.ts'
import type { TextPart } from '../said.ts'
import { useWords } from '../strings/use-words.ts'
import { addStyles } from '../styles/bring-styles.ts'
import { useSend } from '../use-send.ts'
import styles from './ask-about.css?inline'
import { englishAskAbout } from './ask-about-strings.ts'

/** What the user has selected. */
export interface Selected {
  readonly range: Range
  readonly quote: TextPart
  /** True if the user asked for the toolbar by its shortcut. */
  readonly isCalled?: boolean | undefined
}

export interface SelectionToolbarProps {
  readonly bar: RefObject<HTMLDivElement | null>
  readonly selected: Selected
  readonly onEnd: () => void
}

/** Shows what can be done with a selection, beside it. */
export function SelectionToolbar({ bar, selected, onEnd }: SelectionToolbarProps): ReactElement {
  const { agent, field } = useChat()
  const { open, setOpen } = useFrame()
  const strings = useWords('composer', englishAskAbout)
  const attributes = useFloating(bar, selected, onEnd)
  const send = useSend()
  const drafts = draftsOf(agent)
  const { quote } = selected
  const ask = (): void => {
    const others = drafts.get().quotes.filter(({ text }) => text !== quote.text)
    drafts.show({ quotes: [...others, quote] })
  }
  const uses = {
    ask,
    explain: () => send([{ type: 'text', text: strings.explainThis }, quote]),
    change: () => {
      ask()
      if (drafts.get().text.trim() === '') drafts.change({ text: strings.changeThis })
    },
  }
  const press = (then: () => void) => (): void => {
    onEnd()
    document.getSelection()?.removeAllRanges()
    // The field must have its text before the caret can go behind it.
    flushSync(then)
    field.current?.setSelectionRange(1e6, 1e6)
    if (open || !setOpen) moveFocus(field.current)
    else setOpen(true)
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      className="ambit-ask-about"
      popover="manual"
      aria-label={strings.aboutSelection}
      {...attributes}
    >
      {(['ask', 'explain', 'change'] as const).map((name) => (
        <button key={name} type="button" onClick={press(uses[name])}>
          {strings[name]}
        </button>
      ))}
    </div>
  )
}

/** Keeps the toolbar above the page and beside the selection. Returns its handlers. */
function useFloating(
  bar: SelectionToolbarProps['bar'],
  selected: Selected,
  onEnd: () => void,
): Toolbar & Pick<DOMAttributes<Element>, 'onMouseDown'> {
  const toolbar = useToolbar(bar)
  const returnTo = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const { current: element } = bar
    if (!element) return undefined
    addStyles(styles)
    showOnTop(element)
    if (selected.isCalled) moveFocus(element.querySelector('button'))
    return keepBeside(element, selected.range)
  }, [bar, selected])
  return {
    ...toolbar,
    onFocus: (event) => {
      toolbar.onFocus(event)
      const { relatedTarget: from } = event
      if (!bar.current?.contains(from)) returnTo.current = from
    },
    onKeyDown: (event) => {
      const isEnd = isEscape(event)
      // The toolbar is at the end of the page. The browser goes on from where the focus was.
      if (isEnd || event.key === 'Tab') moveFocus(returnTo.current)
      if (!isEnd) return toolbar.onKeyDown(event)
      event.preventDefault()
      onEnd()
    },
    // The page keeps its focus and its selection.
    onMouseDown: (event) => event.preventDefault(),
  }
}

/** The space between the toolbar and what is around it, in CSS pixels. */
const GAP = 8
/** The space below a selection for the handles of a touch screen. */
const HANDLES = 28

/** Keeps the toolbar beside a range while the page scrolls. Returns a function that ends it. */
function keepBeside(bar: HTMLElement, range: Range): () => void {
  const put = (): void => {
    const { top, bottom, left, width } = range.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const { offsetWidth, offsetHeight } = bar
    const within = (at: number, most: number): string =>
      `${Math.max(GAP, Math.min(at, most - GAP))}px`
    // A touch screen shows its own menu above.
    const isTouch = matchMedia('(pointer: coarse)').matches
    const above = top - GAP - offsetHeight
    const below = bottom + (isTouch ? HANDLES : GAP)
    bar.style.top = within(isTouch || above < GAP ? below : above, clientHeight - offsetHeight)
    bar.style.left = within(left + (width - offsetWidth) / 2, clientWidth - offsetWidth)
    const isAway = bottom < 0 || top > clientHeight
    bar.style.visibility = isAway && !bar.matches(':focus-within') ? 'hidden' : ''
  }
  put()
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  for (const name of ['scroll', 'resize']) addEventListener(name, put, options)
  return () => ended.abort()
}
