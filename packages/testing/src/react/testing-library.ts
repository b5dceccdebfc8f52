import type { Page, Render } from './render-on-page.tsx'

/** The part of `@testing-library/react` that this package uses. */
interface TestingLibrary {
  readonly render: Render<Page>
  readonly cleanup: () => void
}

let loading: Promise<TestingLibrary | undefined> | undefined
let loaded: TestingLibrary | undefined

/** Returns the `render` of `@testing-library/react`; undefined where it is not installed. */
export async function loadTestingLibrary(): Promise<Render<Page> | undefined> {
  loading ??= load()
  const library = await loading
  return library && ((ui, options) => withoutContainer(library.render(ui, options) as Page))
}

/** Makes `unmount` remove the container too, as that of this package's own `render` does. */
const withoutContainer = (page: Page): Page => ({
  ...page,
  unmount: () => {
    page.unmount()
    page.container.remove()
  },
})

// Without its hooks: those may only be added before the first test, and loading takes a moment.
const load = async (): Promise<TestingLibrary | undefined> => {
  try {
    // Its types are not there for a project without it.
    loaded = (await import('@testing-library/react/pure.js')) as unknown as TestingLibrary
  } catch {
    loaded = undefined
  }
  return loaded
}

const { afterEach } = globalThis as { afterEach?: (then: () => void) => void }
// Runners with globals, as `@testing-library/react` itself does.
afterEach?.(() => loaded?.cleanup())
