/**
 * Calls `then` after a change that can be one of the page's look. That is an attribute of an
 * element around the chat, the end of a transition of its colours, or a setting of the user.
 * Returns a function that ends the watch.
 */
export function watchPageLook(chat: HTMLElement, then: () => void): () => void {
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
