import { createContext, type Context, type MouseEvent, type ReactNode } from 'react'

/** All texts that `Markdown` adds to the content. */
export interface MarkdownStrings {
  /** The visible text and accessible name of a code block's copy button. */
  readonly copy: string
  /** The copy button's text for two seconds after a successful copy. */
  readonly copied: string
  /** The copy button's text for two seconds after the browser refused. */
  readonly copyFailed: string
  /** The accessible name of a code block. `language` is empty if it is unknown. */
  readonly code: (language: string) => string
  /** The accessible name of a table that can be scrolled. */
  readonly table: string
  /**
   * The text for an image that is not loaded, and the alternative text of a loaded one. `alt` may
   * be empty.
   */
  readonly image: (alt: string) => string
  /** The button that loads an image, and the button that removes it again. */
  readonly loadImage: string
  readonly hideImage: string
  /** The text in place of an image that the page's policy or the network refused. */
  readonly imageFailed: string
  /**
   * The question before a link is followed that carries much text to another site. `host` is that
   * site, `chars` the length of the address.
   */
  readonly heavyLink: (host: string, chars: number) => string
  /** The note that counts the invisible characters of a text that are not shown. */
  readonly hiddenChars: (count: number) => string
  readonly taskDone: string
  readonly taskOpen: string
  /** The end of a text that is longer than the part that is shown. */
  readonly truncated: string
}

/** A code block, as its renderers receive it. */
export interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string
  /** The first word of the info string; `''` if there is none. */
  readonly language: string
}

/** Options for Markdown, in `Markdown` and in the messages of a chat. */
export interface MarkdownOptions {
  /** Texts in place of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined
  /** Renders the actions in a code block's head, beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined
  /**
   * Called when a link is activated. `preventDefault()` keeps the browser from following the link.
   */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined
  /**
   * The origins from which images load without a press, such as `https://images.example`. An entry
   * may have a path, such as `https://cdn.example/docs`: an address must then begin with the
   * segments of that path. The text decides which address a server is asked for. Name no server
   * that passes requests on, and none whose log others read. Pass the same array each time.
   * Default: none; every image waits for a press.
   */
  readonly allowedImageOrigins?: readonly string[] | undefined
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
  loadImage: 'Load image',
  hideImage: 'Hide image',
  imageFailed: 'The image could not be loaded.',
  heavyLink: (host, chars) =>
    `This address hands ${chars} characters to ${host}. Press it again to open it.`,
  hiddenChars: (count) =>
    count === 1
      ? 'This text holds an invisible character, which is not shown.'
      : `This text holds ${count} invisible characters, which are not shown.`,
  taskDone: 'Done',
  taskOpen: 'Not done',
  truncated: 'This text is too long to be shown whole.',
}

export const MarkdownOptionsContext: Context<ResolvedMarkdownOptions> = createContext({
  strings: englishMarkdown,
})
