/** The height that stays above the view, in pixels. It is more than where earlier pages come. */
const MARGIN = 1_600

/** The things that a user may be using: an open question, or a field with their text. */
const used =
  '.ambit-approval, :is(input, textarea, select):not(:disabled), [contenteditable], audio, video'

/**
 * Returns the index of the first page to keep, at most `most`. What is near the view of `region`
 * stays, and so does what a user uses.
 */
export function firstToKeep(pages: ArrayLike<Element>, most: number, region: Element): number {
  const all = Array.from(pages)
  const farAbove = region.getBoundingClientRect().top - MARGIN
  const inUse = all.findIndex(isInUse)
  let index = Math.min(most, inUse < 0 ? most : inUse)
  while (index > 0 && (all[index]?.getBoundingClientRect().top ?? 0) > farAbove) index--
  return index
}

/** Whether a page has the focus, a selection, an open approval or a field. */
function isInUse(page: Element): boolean {
  if (page.matches(':focus-within') || page.querySelector(used)) return true
  const selection = page.ownerDocument.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(page, true)
}
