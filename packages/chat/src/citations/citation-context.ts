import { createContext, type Context } from 'react'
import type { Source } from '../transcript/sources.ts'

/** The sources that the marks of an answer stand for. The first source has the number 1. */
export interface Citations {
  readonly sources: readonly Source[]
  /** Returns the name of a mark for screen readers. */
  readonly nameOf: (nth: number, title: string) => string
}

export const CitationContext: Context<Citations | undefined> = createContext<Citations | undefined>(
  undefined,
)
