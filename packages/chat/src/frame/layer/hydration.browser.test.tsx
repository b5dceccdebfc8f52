import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loadStyles } from '../../../test/render-copilot.tsx'
import { field } from '../../../test/say.ts'
import { Copilot, panel } from '../../copilot.tsx'
import type { CopilotProps } from '../../opening/late-copilot.tsx'

/** Renders the widget on a server, lets the user use the HTML, and hydrates it. */
async function hydrate(props: CopilotProps, act: () => void) {
  sessionStorage.clear()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  await Promise.all([loadStyles(), panel.load(), page.viewport(1000, 700)])
  const agent = createAgent({ model: scriptedModel(['Hello.']) })
  const tree = (
    <StrictMode>
      <AgentProvider agent={agent}>
        <Copilot {...props} />
      </AgentProvider>
    </StrictMode>
  )
  const container = document.body.appendChild(document.createElement('main'))
  container.innerHTML = renderToString(tree)
  act()
  const onRecoverableError = vi.fn()
  const root = hydrateRoot(container, tree, { onRecoverableError })
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  await expect.poll(() => document.querySelector('.ambit-layer:popover-open')).not.toBeNull()
  return { error, onRecoverableError }
}

it('Copilot hydrates what a server rendered, keeps the focus there, and works', async () => {
  const launcher = page.getByRole('button', { name: 'Open assistant' })
  const { error, onRecoverableError } = await hydrate({}, () => launcher.element().focus())
  await expect.element(launcher).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('Hi{Enter}')
  await expect.element(page.getByText('Hello.')).toBeVisible()
  expect(onRecoverableError).not.toHaveBeenCalled()
  // React 18 says this of every layout effect, as the server is in a page with a document here.
  const ofReact18 = 'useLayoutEffect does nothing on the server'
  const errors = error.mock.calls.filter(([text]) => !String(text).includes(ofReact18))
  expect(errors).toEqual([])
})

it('Copilot keeps what was written before the page came to life', async () => {
  await hydrate({ defaultOpen: true }, () => {
    const box = field().element() as HTMLTextAreaElement
    box.focus()
    box.value = 'An early wo'
  })
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('rd')
  await expect.element(field()).toHaveValue('An early word')
})
