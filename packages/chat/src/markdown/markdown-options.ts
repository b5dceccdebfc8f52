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
  /** Stands for an image that is not loaded, and is its text when it is; `alt` may be empty. */
  readonly image: (alt: string) => string
  /** The button that loads an image, and the one that takes it away again. */
  readonly loadImage: string
  readonly hideImage: string
  /** In place of an image that the page's policy or the network refused. */
  readonly imageFailed: string
  /** Asked before a link is followed that carries much text to another site, from its host and the length of its address. */
  readonly heavyLink: (host: string, chars: number) => string
  /** Says how many characters of a text are not shown because nobody would see them. */
  readonly hiddenChars: (count: number) => string
  readonly taskDone: string
  readonly taskOpen: string
  /** Ends a text that is longer than what is shown of it. */
  readonly truncated: string
}

/** A code block, as what shows it or stands in its head is given it. */
export interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string
  /** The first word of the info string, `''` when there is none. */
  readonly language: string
}

/** How Markdown is shown, in `Markdown` and in the messages of a chat. */
export interface MarkdownOptions {
  /** Texts to use instead of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined
  /** What stands in a code block's head beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined
  /** Called when a link is activated; `preventDefault()` keeps the browser from following it. */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined
  /**
   * From where images load without being asked for: origins such as `https://images.example`, or with a path whose segments an address must begin with,
   * such as `https://cdn.example/docs`. The text decides what such a server is asked for, so name none that passes requests on, and none whose
   * log others read. Give the same array each time. Default: none; every image waits for a press.
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
