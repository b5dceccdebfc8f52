import type { CallTouch, TouchTarget } from '@ambit/core'

/** Returns the elements of the page that a call touched, as far as they are there now. */
export function touchedElements({ scope, targets }: CallTouch): Element[] {
  if (scope !== undefined) return scopeElements(scope)
  const elements = new Set<Element>()
  for (const target of targets) {
    const element = toElement(target)
    if (element?.isConnected) elements.add(element)
  }
  return [...elements]
}

/** Returns the elements of a scope: those with its name in `data-ambit-scope`. */
export const scopeElements = (name: string): Element[] => [
  ...document.querySelectorAll(`[data-ambit-scope="${CSS.escape(name)}"]`),
]

function toElement(target: TouchTarget): Element | undefined {
  if (typeof target === 'string') return document.getElementById(target) ?? undefined
  return [target, Object(target).current].find(isElement)
}

/** Whether a thing is an element. That of a frame is not an instance of this window's `Element`. */
const isElement = (thing: unknown): thing is Element => (thing as Node | null)?.nodeType === 1
