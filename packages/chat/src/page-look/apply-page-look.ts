import { pageAccent, pageColors } from './page-colors.ts'
import { readPage, toRgb } from './read-page.ts'
import { contrast, toCss } from './rgb.ts'
import { takeBrand } from './take-brand.ts'

/**
 * Gives a chat the colours of the page around it, as the properties `--ambit-page-…` that
 * `theme.css` reads. Takes them away where texts could not be read, where the page sets none, with
 * a theme of its own, and with forced colours.
 */
export function applyPageLook(chat: HTMLElement): void {
  takeBrand(chat)
  const { style } = chat
  const set = (name: string, value = ''): void => style.setProperty(`--ambit-page-${name}`, value)
  const isAsked = chat.dataset['theme'] === 'auto'
  const page = isAsked && !matchMedia('(forced-colors: active)').matches && readPage(chat)
  const colors = page ? pageColors(page.background, page.ink) : undefined
  setScheme(chat, colors?.scheme)
  set('surface', colors && toCss(colors.surface))
  set('text', colors && toCss(colors.text))
  set('muted', colors && toCss(colors.muted))
  if (colors && !isReadable(chat)) {
    // Properties of the application, made for other surfaces, win.
    for (const name of ['surface', 'text', 'muted']) set(name)
    setScheme(chat, undefined)
  }
  if (style.getPropertyValue('--ambit-page-accent') === '') return
  const { surface, text } = lookOf(chat)
  const [accent] = toRgb(style.getPropertyValue('--ambit-page-accent'), chat)
  const kept = pageAccent(accent, surface, text)
  set('accent', kept && toCss(kept))
  if (!kept) set('on-accent')
}

/** Sets the colour scheme of a chat; undefined for that of the browser. */
function setScheme({ style }: HTMLElement, scheme: 'light' | 'dark' | undefined): void {
  style.setProperty('--ambit-page-scheme', scheme ?? '')
  // A space is an empty value, and an empty text takes the property away.
  for (const each of ['light', 'dark'] as const) {
    const value = scheme && (scheme === each ? 'initial' : ' ')
    style.setProperty(`--ambit-if-${each}`, value ?? '')
  }
}

/** Whether the texts and links of the chat can be read with the colours that it now has. */
function isReadable(chat: HTMLElement): boolean {
  const { surface, text, accent } = lookOf(chat)
  const isFromPage =
    getComputedStyle(chat).getPropertyValue('--ambit-accent') ===
    chat.style.getPropertyValue('--ambit-page-accent')
  return contrast(text, surface) >= 4.5 && (isFromPage || contrast(accent, surface) >= 4.5)
}

/** Returns the colours that the chat has. `theme.css` puts them where they can be read. */
function lookOf(chat: HTMLElement) {
  const { color, outlineColor, accentColor } = getComputedStyle(chat)
  const [surface] = toRgb(outlineColor, chat)
  const [text] = toRgb(color, chat)
  const [accent] = toRgb(accentColor, chat)
  return { surface, text, accent }
}
