'use client'
import { checkMembers } from '@ambit/core'
import {
  type DOMAttributes,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useChat, useShell } from '../chat-context.ts'
import { useShortcut } from '../frame/shortcut.ts'
import { readQuote } from './read-quote.ts'
import { type Toolbar, useToolbar } from '../actions/use-toolbar.ts'
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

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The time for which a selection must stay the same, in milliseconds. */
const SETTLE_MS = 200

/** The elements of a chat with the text of its messages. */
const messages = '.ambit-assistant .ambit-markdown, .ambit-user:not([data-queued]) .ambit-bubble'

/** The props of `AskAbout`. */
export interface AskAboutProps {
  /**
   * A CSS selector of the parts of the page whose text can be quoted, such as `main`. A text that
   * is not a selector is ignored, and the console says so. Default: the messages of the chat alone.
   */
  readonly root?: string | undefined
  /**
   * The shortcut that moves the focus to the toolbar, written as the one of `Copilot`. Without a
   * selection, it first selects the thing or the message that has the focus. Default `alt+f10`.
   */
  readonly shortcut?: string | undefined
}

/**
 * Shows a toolbar at selected text. Ask puts the text above the field of the chat as a quote,
 * Explain sends it, and Change begins a message about it. Stands inside `Copilot`, or inside the
 * frame in `Chat.Root`.
 *
 * The model gets a quote of the page as third-party text, and so one of a chat that has read such
 * text, or that runs. Lines in an element with `data-ambit-ref` begin with its value, such as
 * `order:A-1`, of at most 200 characters. What is in an element with `data-private` is left out.
 * So are fields and buttons. A quote ends after 4,000 characters.
 *
 * @example
 * <Copilot>
 *   <AskAbout root="main" />
 * </Copilot>
 */
export function AskAbout(props: AskAboutProps): ReactElement | null {
  checkMembers('`AskAbout`', props, { root: '', shortcut: '' })
  const { root, shortcut = 'alt+f10' } = props
  const { agent, field, root: chatRoot, prepare, chat, portal } = useShell()
  const bar = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected>()
  const ofPage = toSelector(root)

  const read = (): Selected | undefined => {
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed) return undefined
    const range = selection.getRangeAt(0).cloneRange()
    const panel = field.current?.closest('.ambit-panel')
    // What a running answer has read is known when it ends.
    const isRunning = agent.getState().status !== 'idle'
    let untrusted = isRunning || agent.history.messages.some(({ taint }) => taint !== undefined)
    const text = readQuote(range, (element) => {
      if (element.closest('.ambit-chat, .ambit-layer'))
        return panel?.contains(element) && element.closest(messages)
      const isOfPage = ofPage && element.closest(ofPage)
      if (isOfPage) untrusted = true
      return isOfPage
    })
    return text
      ? { range, quote: { type: 'text', text, ...(untrusted && { untrusted }) } }
      : undefined
  }
  const show = (next: Selected | undefined): void => {
    if (next) prepare()
    setSelected(next)
  }
  useSettled(bar, () => show(read()), setSelected)
  useShortcut(shortcut, () => {
    if (!read()) selectFocused()
    const found = read()
    if (found) show({ ...found, isCalled: true })
  })

  const place = field.current?.closest('.ambit-layer') ?? chatRoot.current
  if (!selected || !chat || !place || !portal) return null
  return portal(
    <SelectionToolbar bar={bar} selected={selected} onEnd={() => setSelected(undefined)} />,
    place,
  )
}

/** Returns a selector that the browser can read; undefined for any other text. */
function toSelector(text: string | undefined): string | undefined {
  try {
    if (text) globalThis.document?.createElement('i').matches(text)
    return text
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') console.warn('[ambit] `root` of `AskAbout`:', error)
    return undefined
  }
}

/**
 * Calls `onChange` when the user has selected something else on the page, by pointer, touch or
 * key. Calls `onEnd`, which stays the same, when they press elsewhere, and for Escape.
 */
function useSettled(
  bar: { readonly current: Element | null },
  onChange: () => void,
  onEnd: (selected: undefined) => void,
): void {
  const latest = useRef(onChange)
  useLayoutEffect(() => void (latest.current = onChange))
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const isInside = (): boolean => bar.current?.matches(':focus-within') === true
    const settle = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        // While a button of the mouse is down, the selection may still change.
        if (document.documentElement.matches(':active')) settle()
        else if (!isInside()) latest.current()
      }, SETTLE_MS)
    }
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ): void => document.addEventListener(name, listener, { signal: ended.signal, capture: true })
    listen('selectionchange', ({ target }) => {
      // The caret of a field leaves what is selected on the page as it was.
      if (target === document) settle()
    })
    listen('pointerdown', ({ target }) => {
      if (!bar.current?.contains(target as Node)) onEnd(undefined)
    })
    listen('keydown', ({ key }) => {
      if (key === 'Escape' && !isInside()) onEnd(undefined)
    })
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [bar, onEnd])
}

/** Selects the thing or the message that has the focus. */
function selectFocused(): void {
  const { activeElement: focused } = document
  const thing =
    focused?.closest('.ambit-actions')?.previousElementSibling ??
    focused?.closest('[data-ambit-ref], .ambit-assistant, .ambit-user')
  if (thing) document.getSelection()?.selectAllChildren(thing)
}

/** What the user has selected. */
interface Selected {
  readonly range: Range
  readonly quote: TextPart
  /** True if the user asked for the toolbar by its shortcut. */
  readonly isCalled?: boolean | undefined
}

interface SelectionToolbarProps {
  readonly bar: RefObject<HTMLDivElement | null>
  readonly selected: Selected
  readonly onEnd: () => void
}

/** Shows what can be done with a selection, beside it. */
function SelectionToolbar({ bar, selected, onEnd }: SelectionToolbarProps): ReactElement {
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
      {Object.entries(uses).map(([name, use]) => (
        <button key={name} type="button" className="ambit-button" onClick={press(use)}>
          {strings[name as keyof typeof uses]}
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
    if (!element.matches(':focus-within')) returnTo.current = document.activeElement
    if (selected.isCalled) moveFocus(element.querySelector('button'))
    return keepBeside(element, selected.range)
  }, [bar, selected])
  return {
    ...toolbar,
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
