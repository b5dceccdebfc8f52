/** The properties that an application sets on `.ambit-chat`, without `--ambit-`. */
const properties = [
  'accent',
  'on-accent',
  'surface',
  'raised',
  'text',
  'muted',
  'border',
  'danger',
  'radius',
  'font',
  'mono',
  'font-size',
  'density',
  'offset-x',
  'offset-y',
  'z-index',
] as const

/**
 * Gives a layer that stands elsewhere on the page the look of its chat: classes, properties,
 * colours, direction and language.
 */
export function dressLayer(layer: HTMLElement, chat: Element): void {
  const look = getComputedStyle(chat)
  layer.className = `${chat.className} ambit-layer`
  layer.dir = look.direction
  layer.lang = chat.closest('[lang]')?.getAttribute('lang') ?? ''
  layer.style.colorScheme = look.colorScheme
  for (const property of properties) {
    const name = `--ambit-${property}`
    layer.style.setProperty(name, look.getPropertyValue(name))
  }
}

/** Takes the look of the chat away from a layer that stands inside its chat again. */
export function undressLayer(layer: HTMLElement): void {
  layer.className = 'ambit-layer'
  for (const name of ['dir', 'lang', 'style']) layer.removeAttribute(name)
}
