import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  getByTitleSelector,
  Locator,
  selectorEngine,
} from '@vitest/browser/locators'
import { page, server } from 'vitest/browser'
import { type ElementActions, elementActions } from './element-actions.ts'

declare global {
  interface Window {
    /** The work of the commands in the page of the tests. */
    elementActions: ElementActions
  }
}

/** A locator whose commands run in an engine of this folder. Vitest's own selectors find it. */
class EngineLocator extends Locator {
  readonly selector: string

  constructor(selector: string) {
    super()
    this.selector = selector
  }

  protected locator(selector: string): Locator {
    return new EngineLocator(`${this.selector} >> ${selector}`)
  }

  protected elementLocator(element: Element): Locator {
    return locatorOf(element)
  }
}

const locatorOf = (element: Element) =>
  new EngineLocator(selectorEngine.generateSelectorSimple(element))

type Text = string | RegExp

page.extend({
  getByAltText: (text: Text, options?: { exact?: boolean }) =>
    new EngineLocator(getByAltTextSelector(text, options)),
  getByLabelText: (text: Text, options?: { exact?: boolean }) =>
    new EngineLocator(getByLabelSelector(text, options)),
  getByPlaceholder: (text: Text, options?: { exact?: boolean }) =>
    new EngineLocator(getByPlaceholderSelector(text, options)),
  getByRole: (role: string, options?: Parameters<typeof getByRoleSelector>[1]) =>
    new EngineLocator(getByRoleSelector(role, options)),
  getByTestId: (id: Text) =>
    new EngineLocator(getByTestIdSelector(server.config.browser.locators.testIdAttribute, id)),
  getByText: (text: Text, options?: { exact?: boolean }) =>
    new EngineLocator(getByTextSelector(text, options)),
  getByTitle: (text: Text, options?: { exact?: boolean }) =>
    new EngineLocator(getByTitleSelector(text, options)),
  elementLocator: locatorOf,
} as never)

window.elementActions = elementActions
