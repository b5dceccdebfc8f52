import { createContext, type Context, type MouseEvent, type ReactNode } from 'react'

/** A code block, as its renderers receive it. */
export interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string
  /** The first word of the info string; `''` if there is none. */
  readonly language: string
}

/** A code block, as `renderCode` receives it. */
export interface CodeBlockSource extends CodeSource {
  /** False while more code may follow. */
  readonly isComplete: boolean
}

/** A formula, as `renderMath` receives it. The formula is complete. */
export interface MathBlockSource {
  /** The formula without its marks, such as `x^2`. */
  readonly text: string
  /** True for a formula that stands by itself, between `$$` or `\[` and `\]`. */
  readonly display: boolean
}

/** A link that passed the link policy, as `renderLink` receives it. */
export interface LinkSource {
  /** The whole address. */
  readonly href: string
  /** Path, query and fragment of a page of this application. Absent for other addresses. */
  readonly path?: string | undefined
  /** The text of the link, without formatting. */
  readonly text: string
  /** The content of the link, which names the host if the text misleads about it. */
  readonly children: ReactNode
}

/** Options for Markdown, in `Markdown` and in the messages of a chat. */
export interface MarkdownOptions {
  /** Texts in place of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined
  /** Renders the actions in a code block's head, beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined
  /**
   * Renders a code block, below the head with its language and actions. Called again with each
   * change while the code grows. `undefined` shows the code as it is, and so does a renderer that
   * throws. Pass the same function each time. Default: the code as it is.
   */
  readonly renderCode?: ((code: CodeBlockSource) => ReactNode | undefined) | undefined
  /**
   * Renders a complete formula: LaTeX between `$`, `$$`, `\(` and `\)`, or `\[` and `\]`.
   * `undefined` shows the formula as it was written, and so does a renderer that throws. Pass the
   * same function each time. Default: formulas as they were written.
   */
  readonly renderMath?: ((math: MathBlockSource) => ReactNode | undefined) | undefined
  /**
   * Renders a link. `undefined` shows the usual link, and so does a renderer that throws. Not
   * called for an address that the link policy refuses, nor for one that carries much text to
   * another site. Pass the same function each time. Default: the usual link.
   */
  readonly renderLink?: ((link: LinkSource) => ReactNode | undefined) | undefined
  /**
   * Opens a page of this application, without a load. With this callback, a path such as
   * `/orders/17` is a link, and so is an address of this page's origin. Receives path, query and
   * fragment after a plain press. Default: a path is text, and an address of this origin opens a
   * new tab.
   */
  readonly onNavigate?: ((path: string) => void) | undefined
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
  readonly images?: readonly string[] | undefined
}

export interface ResolvedMarkdownOptions extends Omit<MarkdownOptions, 'strings'> {
  readonly strings: MarkdownStrings
}

export const englishMarkdown = {
  /** The visible text and accessible name of a code block's copy button. */
  copy: 'Copy code',
  /** The copy button's text for two seconds after a successful copy. */
  copied: 'Copied',
  /** The copy button's text for two seconds after the browser refused. */
  copyFailed: 'Could not copy',
  /** The accessible name of a code block. `language` is empty if it is unknown. */
  code: (language: string): string => (language === '' ? 'Code' : `Code, ${language}`),
  /** The accessible name of a table that can be scrolled. */
  table: 'Table',
  /**
   * The text for an image that is not loaded, and the alternative text of a loaded one. `alt` may
   * be empty.
   */
  image: (alt: string): string => (alt === '' ? 'Image' : `Image: ${alt}`),
  /** The button that loads an image, and the button that removes it again. */
  loadImage: 'Load image',
  hideImage: 'Hide image',
  /** The text in place of an image that the page's policy or the network refused. */
  imageFailed: 'The image could not be loaded.',
  /**
   * The question before a link is followed that carries much text to another site. `host` is that
   * site, `chars` the length of the address.
   */
  heavyLink: (host: string, chars: number): string =>
    `This address hands ${chars} characters to ${host}. Press it again to open it.`,
  /** The note that counts the invisible characters of a text that are not shown. */
  hiddenChars: (count: number): string =>
    count === 1
      ? 'This text holds an invisible character, which is not shown.'
      : `This text holds ${count} invisible characters, which are not shown.`,
  /** The name of a mark that leads to a footnote, and of the way back from the footnote. */
  footnote: (number: string): string => `Footnote ${number}`,
  footnoteBack: 'Back to the text',
  taskDone: 'Done',
  taskOpen: 'Not done',
  /** The end of a text that is longer than the part that is shown. */
  truncated: 'This text is too long to be shown whole.',
}

/** All texts that `Markdown` adds to the content. */
export type MarkdownStrings = Readonly<typeof englishMarkdown>

export const MarkdownOptionsContext: Context<ResolvedMarkdownOptions> = createContext({
  strings: englishMarkdown,
})
