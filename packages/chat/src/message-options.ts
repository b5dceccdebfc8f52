import type { Feedback } from './actions/feedback.ts'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import type { MarkdownOptions } from './markdown/markdown-options.ts'

/** What the messages of a chat show, and what they call. */
export interface MessageOptions {
  /**
   * Renderers for what answers hold: code, formulas, links. Pass the same functions each time.
   * Default: code and formulas as they are, and usual links.
   */
  readonly markdown?: MarkdownOptions | undefined
  /**
   * Renderers of artifacts (data that tools give to the page), by type. Default: artifacts are
   * shown as text. Pass the same functions each time.
   */
  readonly artifacts?: ArtifactRenderers | undefined
  /**
   * The origins from which images in answers load without a press: see `markdown`. Default: none.
   */
  readonly images?: readonly string[] | undefined
  /**
   * True for a button at each answer that reads it aloud, if the browser has a voice of its own. A
   * voice that sends the text to a server is not used. Default true.
   */
  readonly readAloud?: boolean | undefined
  /**
   * True to speak each finished answer once to screen readers, up to 500 characters, without code.
   * Default true.
   */
  readonly announce?: boolean | undefined
  /**
   * Opens a page of the application that an answer links to, such as `/orders/17`: call the router
   * with the path. Receives path, query and fragment. Pass the same function each time. Default:
   * such a path is text.
   */
  readonly onNavigate?: ((path: string) => void) | undefined
  /**
   * Receives the user's opinion of an answer. Default: the chat does not ask. Pass the same
   * function each time.
   */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
  /**
   * True to let the model undo what it did when the user asks for it in words, by the tool
   * `undo_last`. Default true.
   */
  readonly undoTool?: boolean | undefined
}
