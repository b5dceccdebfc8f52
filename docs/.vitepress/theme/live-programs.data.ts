import { globSync } from 'node:fs'
import { basename } from 'node:path'

/** The guides that have a program to change, by their names. */
export const data: string[] = []

export default {
  load: (): string[] => globSync('docs/live/programs/*.tsx').map((path) => basename(path, '.tsx')),
}
