import type { Agent, AnyTool } from '@ambit/core'
import { isControl } from '../forms/controls.ts'
import { asked } from '../tools/can-press.ts'
import type { PageAction } from './acts.ts'
import type { Privacy } from './control.ts'
import { readPage } from './read-page.ts'
import { Refs } from './refs.ts'

/** A control that the agent is about to use. */
export interface PageActionTarget {
  readonly action: PageAction
  readonly element: Element
  /** The role of ARIA, such as `button`. */
  readonly role: string
  /** The accessible name. */
  readonly name: string
  /** What it stands in, in words, such as `row "A-7 Sami Garcia"`. */
  readonly place: string
}

/** The options of the tools that use a page. */
export interface PageToolsOptions {
  /** A selector of the part of the page that the agent uses. Default: the whole body. */
  readonly root?: string | undefined
  /**
   * What the agent may do: `read` the page, with the `values` of its fields; `press` controls,
   * `fill` fields, open `links`. Without it, a production build has no such tools, and a
   * development build all of them but `values`.
   */
  readonly allow?: readonly ('read' | 'values' | 'press' | 'fill' | 'links')[] | undefined
  /**
   * Whether a user is asked before an act. Undefined leaves it to the rule: each press asks, except
   * for tabs, menus, check boxes, options, and what opens, closes or sorts something. A link asks
   * if it leaves the application.
   */
  readonly asks?: ((target: PageActionTarget) => boolean | undefined) | undefined
  /** A selector of what is never read and never used. `data-ambit-private` is, in any case. */
  readonly hide?: string | undefined
  /** The most characters of the page that a request has. Default 12,000. */
  readonly maxChars?: number | undefined
}

/** The page that the tools of one agent use. */
export class UsedPage {
  readonly agent: Agent
  readonly refs: Refs = new Refs()
  /** Its tools. */
  readonly tools: Set<AnyTool> = new Set()
  readonly #options: () => PageToolsOptions

  constructor(agent: Agent, options: () => PageToolsOptions) {
    this.agent = agent
    this.#options = options
  }

  get asks(): PageToolsOptions['asks'] {
    return this.#options().asks
  }

  get privacy(): Privacy {
    const { hide } = this.#options()
    return {
      hide: ['[data-ambit-private]', hide].filter(Boolean).join(', '),
      values: this.#options().allow?.includes('values') ?? false,
    }
  }

  /** Returns what a user sees of the page, or of what comes after an element. */
  read(after?: Element): string {
    const { root = 'body', maxChars = 12_000 } = this.#options()
    const top = document.querySelector(root)
    if (!top) return ''
    const { refs, privacy } = this
    const reach = this.#reach()
    const toolsFor = (control: Element): readonly string[] => reach.get(control) ?? []
    return readPage(top, { refs, privacy, maxChars, toolsFor, after })
  }

  /** Returns the names of the tools that do what a control does. */
  toolsFor(control: Element): readonly string[] {
    return this.#reach().get(control) ?? []
  }

  allows(what: 'press' | 'fill' | 'links'): boolean {
    return this.#options().allow?.includes(what) ?? true
  }

  /**
   * Returns the controls that tools reach: those that their `enabled` gives to `canPress`, the
   * fields of their forms, and the buttons that submit these.
   */
  #reach(): Map<Element, string[]> {
    const found = new Map<Element, string[]>()
    const add = (control: Element, { name }: AnyTool): void => {
      const names = found.get(control) ?? []
      if (!names.includes(name)) found.set(control, [...names, name])
    }
    const all = [...document.querySelectorAll<Element & { [asked]?: boolean }>(controls)]
    for (const { tool, scope } of this.agent.scopes.tools) {
      if (scope.name === scopeName) continue
      for (const control of all) delete control[asked]
      ask(tool)
      for (const control of all) if (control[asked]) add(control, tool)
    }
    this.#addForms(all.filter(isControl), add)
    return found
  }

  #addForms(
    all: readonly (Element & { name: string; form: HTMLFormElement | null })[],
    add: (control: Element, tool: AnyTool) => void,
  ): void {
    const tools = this.agent.scopes.tools.map(({ tool }) => tool)
    for (const tool of tools.filter(({ name }) => name.startsWith('fill_'))) {
      const submit = tools.find(({ name }) => name === tool.name.replace('fill_', 'submit_'))
      const fields = Object.keys(tool.jsonSchema.properties ?? {})
      for (const control of all) {
        if (!fields.includes(control.name.split(/[.[]/)[0] ?? '')) continue
        add(control, tool)
        for (const button of control.form?.querySelectorAll('button, [type=submit]') ?? [])
          if (submit && (button as HTMLButtonElement).type === 'submit') add(button, submit)
      }
    }
  }
}

/** The name of the scope of these tools. */
export const scopeName = 'page'

const controls =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [role]'

/** Asks whether a tool, and each mount of it, is on. */
function ask(tool: AnyTool): void {
  try {
    const { enabled } = tool
    if (typeof enabled === 'function') enabled()
    else enabled?.get()
    Reflect.get(tool, 'instances')
  } catch {
    // It reaches nothing then.
  }
}
