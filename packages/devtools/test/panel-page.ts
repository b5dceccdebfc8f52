import { type Agent, createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'

/** Returns the panel of a page. */
export const panelOf = (page: Document = document): ShadowRoot | undefined =>
  page.querySelector('[data-ambit-devtools]')?.shadowRoot ?? undefined

/** Returns an element of the panel. */
export function inPanel(selector: string): HTMLElement {
  const found = panelOf()?.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The panel has no ${selector}.`)
  return found
}

/** Resolves when the panel is shown. */
export async function untilOpen(page?: Document): Promise<void> {
  await expect.poll(() => Boolean(panelOf(page)?.querySelector('[role=tab]'))).toBe(true)
}

/** Resolves when the panel is gone. */
export async function untilClosed(page?: Document): Promise<void> {
  await expect.poll(() => panelOf(page) === undefined).toBe(true)
}

/** Presses the keys that open and close the panel. */
export const pressShortcut = (): Promise<void> =>
  userEvent.keyboard('{Control>}{Alt>}a{/Alt}{/Control}')

/** Creates an agent whose replies are a call of `beep` and an answer, again and again. */
export function createBeeper(name: string = 'helper'): Agent {
  const beep = new Tool({ name: 'beep', description: 'Beep.', handler: () => 'beeped' })
  const replies = Array.from({ length: 20 }, () => [calls(call('beep')), 'Done']).flat()
  return createAgent({ name, model: scriptedModel(replies), tools: [beep] })
}
