/** A text that a matcher of Playwright expects. */
export interface ExpectedText {
  readonly string?: string
  readonly regexSource?: string
  readonly regexFlags?: string
  readonly matchSubstring?: boolean
  readonly ignoreCase?: boolean
  readonly normalizeWhiteSpace?: boolean
}

/** The expectation of a matcher of Playwright about a locator. */
export interface Expectation {
  readonly isNot?: boolean
  readonly timeout?: number
  readonly expectedText?: readonly ExpectedText[]
  readonly expectedNumber?: number
  readonly expectedValue?: unknown
  readonly expressionArg?: string
  readonly useInnerText?: boolean
}

/** The state of a page beside an expectation. */
export interface Outcome {
  readonly matches: boolean
  readonly received: unknown
}

/** The place where a pointer can click an element, or the reason that it cannot. */
export type Place = { readonly x: number; readonly y: number } | { readonly blockedBy: string }
