import { fill } from './fill.ts'

/** An observer that never reports: a DOM without a layout has nothing to report. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

const nothing = (): void => undefined

/** Answers as a page on which no media query is true. */
const matchMedia = (media: string): object =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: nothing,
    removeListener: nothing,
  })

/** The globals of a page. The types of this package are those of any platform. */
interface PageGlobals {
  readonly document?: object
  readonly CSS?: object
  readonly Element?: { readonly prototype: object }
  readonly Document?: { readonly prototype: object }
}

/** Adds what a DOM without a layout lacks: it has no sizes, nothing is in view or scrolls. */
export function fillPage(): void {
  const page = globalThis as PageGlobals
  if (!page.document) return
  fill(page, 'matchMedia', () => matchMedia)
  fill(page, 'ResizeObserver', () => SilentObserver)
  fill(page, 'IntersectionObserver', () => SilentObserver)
  fill(page, 'CSS', () => ({}))
  fill(page.CSS, 'escape', () => escape)
  fill(page.CSS, 'supports', () => () => false)
  fill(page.Element?.prototype, 'scrollIntoView', () => nothing)
  fill(page.Element?.prototype, 'scrollTo', () => nothing)
  fill(page.Document?.prototype, 'elementFromPoint', () => () => null)
}

/** Returns a text as a CSS identifier. Every character but letters, digits and `-` is escaped. */
const escape = (text: string): string =>
  text.replaceAll(/[^\w-]/gu, (char) => `\\${(char.codePointAt(0) ?? 0).toString(16)} `)
