import { useEffect } from 'react'
import { useShell } from '../chat-context.ts'
import { aroundOf, takeBrand } from './take-brand.ts'

/** A colour of sRGB without transparency: red, green and blue from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Mixes two colours. `share` is the part of the first one, from 0 to 1. */
export const mix = (first: Rgb, share: number, second: Rgb): Rgb => [
  first[0] * share + second[0] * (1 - share),
  first[1] * share + second[1] * (1 - share),
  first[2] * share + second[2] * (1 - share),
]

/** Returns the contrast of two colours as WCAG 2.2 computes it, from 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [one, other] = [luminance(first), luminance(second)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Returns a colour as CSS, with eight bits a channel. */
export const toCss = (color: Rgb): string =>
  `rgb(${color.map((channel) => Math.round(channel * 255)).join(' ')})`

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** The colours of a chat that stands on a page. The style sheet mixes all others from these. */
interface PageColors {
  readonly scheme: 'light' | 'dark'
  readonly surface: Rgb
  readonly text: Rgb
  readonly muted: Rgb
}

/** The colour of warnings, which has no source on the page, as `theme.css` has it. */
const danger: Readonly<Record<PageColors['scheme'], Rgb>> = {
  light: [0.702, 0.149, 0.118],
  dark: [1, 0.604, 0.573],
}

/** The smallest contrast of text, by WCAG 2.2 AA. The rest is for what browsers round. */
const enough = 4.55

/**
 * Decides about the colours of a chat, from those of the page around it. Returns undefined if texts
 * of the chat would not be readable: then the chat keeps its own colours.
 */
export function pageColors(background: Rgb, ink: Rgb): PageColors | undefined {
  const scheme = contrast(background, white) > contrast(background, black) ? 'dark' : 'light'
  // A chat is a sheet on the page: a little nearer to white.
  const surface = mix(white, scheme === 'light' ? 0.6 : 0.04, background)
  // The strongest backgrounds that quiet texts and warnings stand on.
  const [tinted, raised] = [mix(ink, 0.08, surface), mix(ink, 0.05, surface)]
  const isReadable = (color: Rgb, on: Rgb): boolean =>
    contrast(color, surface) >= enough && contrast(color, on) >= enough
  const muted = shares
    .map((share) => mix(ink, share, surface))
    .find((color) => isReadable(color, tinted))
  if (!muted || !isReadable(danger[scheme], raised)) return undefined
  return { scheme, surface, text: ink, muted }
}

/**
 * Decides about the accent of a chat, from the `accent-color` of the page. An accent that cannot be
 * read as text is mixed with the text's colour. Returns undefined if too little of it would be
 * left.
 */
export function pageAccent(accent: Rgb, surface: Rgb, text: Rgb): Rgb | undefined {
  return [1, 0.85, 0.7, 0.55, 0.4]
    .map((share) => mix(accent, share, text))
    .find((color) => {
      const tint = mix(color, 0.12, surface)
      return contrast(color, surface) >= enough && contrast(color, tint) >= enough
    })
}

const white: Rgb = [1, 1, 1]
const black: Rgb = [0, 0, 0]
/** The parts of the ink in quiet text. The first one that can be read is taken. */
const shares = [0.72, 0.8, 0.9, 1] as const

/** The colours of the page around a chat. */
interface ReadPage {
  readonly background: Rgb
  readonly ink: Rgb
}

/**
 * Reads the colours of the page around a chat: the text's, and the nearest background that lets
 * nothing through. Returns undefined if the page sets no background, or a picture is over it.
 */
function readPage(chat: HTMLElement): ReadPage | undefined {
  const around = aroundOf(chat)
  const layers: (readonly [Rgb, number])[] = []
  for (let at: Element | undefined = around; at; at = next(at)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    if (backgroundImage !== 'none') return undefined
    const [color, alpha] = toRgb(backgroundColor, chat)
    if (alpha === 1) {
      const background = layers.reduceRight(
        (below, [above, part]) => mix(above, part, below),
        color,
      )
      const [ink, strength] = toRgb(getComputedStyle(around).color, chat)
      return { background, ink: mix(ink, strength, background) }
    }
    if (alpha > 0) layers.push([color, alpha])
  }
  return undefined
}

const next = (element: Element): Element | undefined =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host

/** Returns a colour of any notation with its opacity. The chat needs to be in the page. */
export function toRgb(color: string, chat: HTMLElement): readonly [Rgb, number] {
  const probe = chat.ownerDocument.createElement('i')
  // The browser computes a mixture in sRGB, whatever the notation of the colour is.
  probe.style.color = `color-mix(in srgb, ${color}, ${color})`
  chat.append(probe)
  const numbers = getComputedStyle(probe)
    .color.replaceAll('none', '0')
    .match(/-?[\d.]+(e-?\d+)?/g)
  probe.remove()
  const [red = 0, green = 0, blue = 0, alpha = 1] = (numbers ?? []).map((text) =>
    Math.min(Math.max(Number(text), 0), 1),
  )
  return [[red, green, blue], alpha]
}

/**
 * Gives a chat the colours of the page around it, as the properties `--ambit-page-…` that
 * `theme.css` reads. Takes them away where texts could not be read, where the page sets none, with
 * a theme of its own, and with forced colours.
 */
function applyPageLook(chat: HTMLElement): void {
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

/**
 * Calls `then` after a change that can be one of the page's look. That is an attribute of an
 * element around the chat, the end of a transition of its colours, or a setting of the user.
 * Returns a function that ends the watch.
 */
function watchPageLook(chat: HTMLElement, then: () => void): () => void {
  const attributes = new MutationObserver(then)
  attributes.observe(chat, { attributeFilter: ['data-theme', 'class'] })
  const around = elementsAround(chat)
  for (const element of around) attributes.observe(element, { attributes: true })
  const onTransition = ({ target, propertyName }: TransitionEvent): void => {
    if (propertyName.includes('color') && around.includes(target as Element)) then()
  }
  const { ownerDocument: page } = chat
  page.addEventListener('transitionend', onTransition)
  const settings = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  )
  for (const setting of settings) setting.addEventListener('change', then)
  return () => {
    attributes.disconnect()
    page.removeEventListener('transitionend', onTransition)
    for (const setting of settings) setting.removeEventListener('change', then)
  }
}

function elementsAround(chat: Element): readonly Element[] {
  const around: Element[] = []
  let at: Element | undefined = chat
  while ((at = at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host)) around.push(at)
  return around
}

/**
 * Keeps the colours and the font of the surrounding chat those of the page, while the chat has the
 * theme `auto`. Renders nothing.
 */
export function PageLook(): null {
  const { root } = useShell()
  // The ref of an element around this one is set after the layout effects in here.
  useEffect(() => {
    const chat = root.current
    if (!chat) return undefined
    applyPageLook(chat)
    return watchPageLook(chat, () => applyPageLook(chat))
  }, [root])
  return null
}
