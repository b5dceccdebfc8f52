/**
 * Gives a chat the font and the accent of the page around it. The accent is the `accent-color`, or
 * else the colour `--primary` of a theme of shadcn/ui. What the page does not set stays as it is.
 * Properties that the application sets on the chat win.
 */
export function takeBrand(chat: HTMLElement): void {
  const { style } = chat
  const page = getComputedStyle(aroundOf(chat))
  const { fontFamily } = page
  // The style sheet of the chat gives the chat the font of a page that sets none.
  const isOwn = fontFamily !== getComputedStyle(chat).fontFamily
  const accent = [page.accentColor, page.getPropertyValue('--primary')].find(
    (color) => color !== 'auto' && CSS.supports('color', color),
  )
  style.setProperty('--ambit-page-font', isOwn ? fontFamily : '')
  style.setProperty('--ambit-page-accent', accent ?? '')
  style.setProperty(
    '--ambit-page-on-accent',
    // White or black, whatever can be read better on the accent.
    accent ? 'lch(from var(--ambit-accent) calc((49.4 - l) * 100) 0 0)' : '',
  )
}

/**
 * Gives a chat with the theme `auto` the background and the text colour of the page around it, as
 * they are. That is for the time until the code comes that makes a palette of them. Takes them away
 * where `readPage` finds none.
 */
export function takeColors(chat: HTMLElement): void {
  const { style, dataset } = chat
  const around = aroundOf(chat)
  const { color } = getComputedStyle(around)
  let surface = ''
  let at: Element | null = dataset['theme'] === 'auto' ? around : null
  for (; at && !surface; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    if (backgroundImage !== 'none') break
    // A notation with an alpha lets something through.
    if (!/a\(|\//.test(backgroundColor)) surface = backgroundColor
  }
  style.setProperty('--ambit-page-surface', surface)
  style.setProperty('--ambit-page-text', surface && color)
}

/** Returns the element of the page that the chat stands in. */
export const aroundOf = (chat: Element): Element =>
  chat.parentElement ?? (chat.getRootNode() as ShadowRoot).host ?? document.documentElement
