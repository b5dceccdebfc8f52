import type { Agent, AnyTool } from '@ambit/core'
import { canPress } from '@ambit/react'

/** The mark that `canPress` leaves at a control. */
const asked: unique symbol = Symbol.for('ambit.asked') as never

const controls =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [contenteditable=true], ' +
  ['button', 'link', 'checkbox', 'radio', 'switch', 'slider', 'combobox', 'tab', 'menuitem']
    .map((role) => `[role=${role}]`)
    .join(', ')

/** The elements of the chat. */
const ofChat = '.ambit-chat, .ambit-layer'

/**
 * Returns the controls of the page that a user can use now and that no tool of the agent reaches.
 * A tool reaches the control that its `enabled` gives to `canPress`. The tools of a form reach the
 * fields that they fill, by their names, and the buttons that submit them.
 */
export function findUnreached({ scopes }: Agent, page: Document = document): HTMLElement[] {
  const all = [...page.querySelectorAll<HTMLElement & { [asked]?: boolean }>(controls)]
  for (const control of all) delete control[asked]
  const filled = new Set<string>()
  for (const { tool } of scopes.tools) {
    ask(tool)
    if (!tool.name.startsWith('fill_')) continue
    for (const field of Object.keys(tool.jsonSchema.properties ?? {})) filled.add(field)
  }
  const isFilled = (control: Element): boolean =>
    filled.has((control.getAttribute('name') ?? '').split(/[.[]/)[0] ?? '')
  const isReached = (control: HTMLElement & { [asked]?: boolean }): boolean => {
    if (control[asked] || isFilled(control)) return true
    const { type, form } = control as Partial<HTMLButtonElement>
    return /^(?:submit|image)$/.test(type ?? '') && [...(form?.elements ?? [])].some(isFilled)
  }
  // Asking whether a user can use a control marks it too.
  const unreached = all.filter((control) => !isReached(control) && !control.closest(ofChat))
  return unreached.filter((control) => canPress(control) === true)
}

/** Asks whether a tool, and each mount of it, is on. */
function ask(tool: AnyTool): void {
  try {
    const { enabled } = tool
    if (typeof enabled === 'function') enabled()
    else enabled?.get()
    Reflect.get(tool, 'instances')
  } catch {
    // The row of the tool shows what it threw.
  }
}
