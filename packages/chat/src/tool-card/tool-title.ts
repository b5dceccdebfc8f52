import type { Agent } from '@ambit/core'
import { cleanText } from '../markdown/text-intake.ts'

const MOST_CHARS = 120

/**
 * Returns the name of a tool for people: its title while it is registered, otherwise its name in
 * words. At most 120 characters.
 */
export function toolTitle({ scopes }: Agent, name: string): string {
  return cleanText(scopes.find(name)?.tool.title ?? inWords(name)).slice(0, MOST_CHARS)
}

function inWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
