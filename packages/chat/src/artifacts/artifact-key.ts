import type { SessionArtifact } from '@ambit/core'
import { cleanText } from '../markdown/text-intake.ts'

const TITLE_CHARS = 120

/** Returns a text that stays the same when the tool replaces the artifact. */
export const artifactKey = ({ runId, id }: SessionArtifact): string => JSON.stringify([runId, id])

/** Returns the name of an artifact for people; `instead` if it has none. */
export const artifactName = ({ title }: SessionArtifact, instead: string): string =>
  cleanText(title ?? instead).slice(0, TITLE_CHARS)
