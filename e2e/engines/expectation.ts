/** A text that a matcher of Playwright expects. */
export interface ExpectedText {
  readonly string?: string
  readonly regexSource?: string
  readonly regexFlags?: string
  readonly matchSubstring?: boolean
  readonly ignoreCase?: boolean
  readonly normalizeWhiteSpace?: boolean
}

/** What a matcher of Playwright expects of a locator. */
export interface Expectation {
  readonly isNot?: boolean
  readonly timeout?: number
  readonly expectedText?: readonly ExpectedText[]
  readonly expectedNumber?: number
  readonly expectedValue?: unknown
  readonly expressionArg?: string
  readonly useInnerText?: boolean
}

/** Whether it is so now, and what there is. */
export interface Outcome {
  readonly matches: boolean
  readonly received: unknown
}

/** Where a pointer can click an element, or why it cannot. */
export type Place = { readonly x: number; readonly y: number } | { readonly blockedBy: string }
