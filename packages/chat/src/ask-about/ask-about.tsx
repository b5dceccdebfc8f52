'use client'

import { checkMembers } from '@ambit/core'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { useShell } from '../chat-context.ts'
import { useShortcut } from '../frame/shortcut.ts'
import { readQuote } from './read-quote.ts'
import { type Selected, SelectionToolbar } from './selection-toolbar.tsx'

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
  const { agent, field, root: chatRoot, prepare, chat } = useShell()
  const bar = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected>()
  const ofPage = useMemo(() => toSelector(root), [root])

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
        return Boolean(panel?.contains(element) && element.closest(messages))
      const isOfPage = Boolean(ofPage && element.closest(ofPage))
      untrusted ||= isOfPage
      return isOfPage
    })
    const quote = { type: 'text', text, ...(untrusted && { untrusted }) } as const
    return text === '' ? undefined : { range, quote }
  }
  const show = (next: Selected | undefined): void => {
    if (next) prepare()
    setSelected(next)
  }
  const end = (): void => setSelected(undefined)
  useSettled(bar, () => show(read()), end)
  useShortcut(shortcut, () => {
    if (!read()) selectFocused()
    const found = read()
    if (found) show({ ...found, isCalled: true })
  })

  const place = field.current?.closest('.ambit-layer') ?? chatRoot.current
  if (!selected || !chat || !place) return null
  return createPortal(<SelectionToolbar bar={bar} selected={selected} onEnd={end} />, place)
}

/** Returns a selector that the browser can read; undefined for any other text. */
function toSelector(text: string | undefined): string | undefined {
  try {
    if (text !== undefined) globalThis.document?.createElement('i').matches(text)
    return text
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') console.warn('[ambit] `root` of `AskAbout`:', error)
    return undefined
  }
}

/**
 * Calls `onChange` when the user has selected something else on the page, by pointer, touch or
 * key. Calls `onEnd` when they press elsewhere, and for Escape.
 */
function useSettled(
  bar: { readonly current: Element | null },
  onChange: () => void,
  onEnd: () => void,
): void {
  const latest = useRef({ onChange, onEnd })
  useLayoutEffect(() => void (latest.current = { onChange, onEnd }))
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDown = false
    let isNew = false
    const isInside = (): boolean => bar.current?.matches(':focus-within') === true
    const settle = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isDown || !isNew) return
        isNew = false
        if (!isInside()) latest.current.onChange()
      }, SETTLE_MS)
    }
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ): void => document.addEventListener(name, listener, { signal: ended.signal, capture: true })
    listen('selectionchange', ({ target }) => {
      // The caret of a field leaves what is selected on the page as it was.
      if (target !== document) return
      isNew = true
      settle()
    })
    listen('pointerdown', ({ target }) => {
      if (bar.current?.contains(target as Node)) return
      isDown = true
      latest.current.onEnd()
    })
    const lift = (): void => {
      isDown = false
      settle()
    }
    listen('pointerup', lift)
    listen('pointercancel', lift)
    listen('keydown', ({ key }) => {
      if (key === 'Escape' && !isInside()) latest.current.onEnd()
    })
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [bar])
}

/** Selects the thing or the message that has the focus. */
function selectFocused(): void {
  const { activeElement: focused } = document
  const thing =
    focused?.closest('[data-ambit-ref]') ??
    focused?.closest('.ambit-actions')?.previousElementSibling ??
    focused?.closest('.ambit-assistant, .ambit-user')
  if (thing) document.getSelection()?.selectAllChildren(thing)
}
