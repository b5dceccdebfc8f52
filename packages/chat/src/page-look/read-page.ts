import { mix, type Rgb } from './rgb.ts'
import { aroundOf } from './take-brand.ts'

/** The colours of the page around a chat. */
export interface ReadPage {
  readonly background: Rgb
  readonly ink: Rgb
}

/**
 * Reads the colours of the page around a chat: the text's, and the nearest background that lets
 * nothing through. Returns undefined if the page sets no background, or a picture is over it.
 */
export function readPage(chat: HTMLElement): ReadPage | undefined {
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
