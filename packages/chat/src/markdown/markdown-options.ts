import { createContext, type Context, type MouseEvent, type ReactNode } from 'react'

/** Every text `Markdown` adds to what it shows. */
export interface MarkdownStrings {
  /** Visible text and accessible name of a code block's copy button. */
  readonly copy: string
  /** The same for two seconds after a successful copy. */
  readonly copied: string
  /** The same after the browser refused. */
  readonly copyFailed: string
  /** Accessible name of a code block; `language` is empty when unknown. */
  readonly code: (language: string) => string
  /** Accessible name of a table that can be scrolled. */
  readonly table: string
  /** Stands for an image, which is never loaded; `alt` may be empty. */
  readonly image: (alt: string) => string
  /** Asked before a link is followed that carries much text to another site, from its host and the length of its address. */
  readonly heavyLink: (host: string, chars: number) => string
  readonly taskDone: string
  readonly taskOpen: string
  /** Ends a text that is longer than what is shown of it. */
  readonly truncated: string
}

export interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string
  /** The first word of the info string, `''` when there is none. */
  readonly language: string
}

export interface MarkdownOptions {
  /** Texts to use instead of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined
  /** What stands in a code block's head beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined
  /** Called when a link is activated; `preventDefault()` keeps the browser from following it. */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined
}

export interface ResolvedMarkdownOptions extends Omit<MarkdownOptions, 'strings'> {
  readonly strings: MarkdownStrings
}

export const englishMarkdown: MarkdownStrings = {
  copy: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  code: (language) => (language === '' ? 'Code' : `Code, ${language}`),
  table: 'Table',
  image: (alt) => (alt === '' ? 'Image' : `Image: ${alt}`),
  heavyLink: (host, chars) =>
    `This address hands ${chars} characters to ${host}. Press it again to open it.`,
  taskDone: 'Done',
  taskOpen: 'Not done',
  truncated: 'This text is too long to be shown whole.',
}

export const MarkdownOptionsContext: Context<ResolvedMarkdownOptions> = createContext({
  strings: englishMarkdown,
})
