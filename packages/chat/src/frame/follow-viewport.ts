/**
 * Keeps a full-screen element above an on-screen keyboard, until the returned function is called.
 * Browsers shrink only the visual viewport for a keyboard, which styles cannot read.
 */
export function followViewport(element: HTMLElement): () => void {
  const { visualViewport } = globalThis
  if (!visualViewport) return () => undefined
  const fit = (): void => {
    // A page that the user has zoomed in stays as it is.
    const isZoomed = visualViewport.scale > 1.01
    const { offsetTop, height } = visualViewport
    const below = Math.max(0, globalThis.innerHeight - offsetTop - height)
    element.style.setProperty('--ambit-keyboard', isZoomed ? '0px' : `${below}px`)
    element.style.setProperty('--ambit-shift', isZoomed ? '0px' : `${offsetTop}px`)
  }
  fit()
  visualViewport.addEventListener('resize', fit)
  visualViewport.addEventListener('scroll', fit)
  return () => {
    visualViewport.removeEventListener('resize', fit)
    visualViewport.removeEventListener('scroll', fit)
    element.style.removeProperty('--ambit-keyboard')
    element.style.removeProperty('--ambit-shift')
  }
}
