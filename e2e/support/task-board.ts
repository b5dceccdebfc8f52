import type { Locator, Page } from '@playwright/test'

/** The page behind the widget. */
export class TaskBoard {
  readonly newTask: Locator
  readonly search: Locator
  readonly priority: Locator
  readonly count: Locator
  readonly remove: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.newTask = page.getByRole('textbox', { name: 'New task' })
    this.search = page.getByRole('searchbox', { name: 'Search tasks' })
    this.priority = page.getByRole('combobox', { name: 'Show priority' })
    this.count = page.getByRole('main').getByRole('status')
    this.remove = page.getByRole('main').getByRole('button', { name: 'Delete' })
  }

  column(name: 'To do' | 'Doing' | 'Done'): Locator {
    return this.#page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) })
  }

  task(title: string): Locator {
    return this.#page.getByRole('main').getByRole('button', { name: title, exact: true })
  }
}
