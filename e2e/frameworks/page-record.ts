import type { Page, Request } from '@playwright/test'

/** A record of what went wrong in a page, and of what it fetched. */
export class PageRecord {
  /** Errors and warnings of the console, uncaught errors, and requests that failed. */
  readonly problems: string[] = []
  /** The requests to the model that the browser cut, which may be after their whole answer. */
  readonly cut: string[] = []
  /** The addresses of the scripts that the page fetched. */
  readonly scripts = new Set<string>()
  /** The requests whose answer has not ended. */
  readonly open = new Set<Request>()

  /** Records a page that has not been opened yet. */
  constructor(page: Page) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.problems.push(message.text())
    })
    page.on('pageerror', (error) => void this.problems.push(String(error)))
    page.on('request', (request) => void this.open.add(request))
    page.on('requestfinished', (request) => void this.open.delete(request))
    page.on('requestfailed', (request) => {
      this.open.delete(request)
      const said = `${request.method()} ${request.url()}: ${request.failure()?.errorText}`
      const isCut = request.url().endsWith('/model') && said.endsWith('net::ERR_ABORTED')
      ;(isCut ? this.cut : this.problems).push(said)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.problems.push(`${response.status()} ${response.url()}`)
      if (response.request().resourceType() === 'script') this.scripts.add(response.url())
    })
  }
}
