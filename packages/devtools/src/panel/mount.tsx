import { createRoot } from 'react-dom/client'
import type { Shown } from '../watch/shown.ts'
import { Panel } from './panel.tsx'
import { styles } from './styles.ts'

/**
 * Shows the panel at the bottom of the page, above its content. Returns a function that removes it,
 * and that gives the focus back if the panel had it.
 */
export function dock(shown: Shown, close: () => void, takesFocus: boolean): () => void {
  const before = document.activeElement
  const host = document.createElement('div')
  document.body.append(host)
  const remove = mount(host, shown, { onClose: close, takesFocus })
  return () => {
    const hadFocus = document.activeElement === host
    remove()
    host.remove()
    if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** The choices of `mount`. */
export interface MountOptions {
  /** Closes the panel. Default: it is where something else opens and closes it. */
  readonly onClose?: (() => void) | undefined
  /** True to move the focus to the panel. Default false. */
  readonly takesFocus?: boolean | undefined
}

/** The events that stay in the panel, so that the page takes none for its own. */
const kept = ['keydown', 'keyup', 'keypress', 'pointerdown', 'mousedown', 'click', 'focusin']

/** Fills an element, which has no shadow root yet. Returns a function that ends the panel. */
export function mount(host: HTMLElement, shown: Shown, options: MountOptions = {}): () => void {
  host.dataset['ambitDevtools'] = ''
  // What a user does here is no act on the page.
  host.dataset['ambitUi'] = ''
  const shadow = host.attachShadow({ mode: 'open' })
  // A sheet of the document's own constructor is allowed by every content security policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  shadow.adoptedStyleSheets = [sheet]
  // A key of the page, or a dialog that closes at a click beside it, must not act on the panel.
  for (const type of kept) host.addEventListener(type, keep)
  const root = createRoot(shadow)
  root.render(<Panel shown={shown} {...options} />)
  return () => {
    for (const type of kept) host.removeEventListener(type, keep)
    // React may be at work: the one who removes the panel may be a component.
    setTimeout(() => root.unmount())
  }
}

function keep(event: Event): void {
  // The shortcut that closes the panel is heard at the document.
  const isShortcut = event instanceof KeyboardEvent && event.ctrlKey && event.altKey
  if (!isShortcut) event.stopPropagation()
}
