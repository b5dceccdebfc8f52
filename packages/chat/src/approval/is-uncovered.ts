/**
 * Whether `owner`, or a part of it, is what stands at the place of `element` on the screen. Looks
 * near its start, in its middle and near its end. Cannot notice what lets presses through.
 */
export function isUncovered(element: Element, owner: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [0.05, 0.5, 0.95].every((part) => {
    const hit = element.ownerDocument.elementFromPoint(left + width * part, top + height / 2)
    return hit !== null && owner.contains(hit)
  })
}
