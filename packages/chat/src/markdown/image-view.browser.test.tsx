import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Markdown, preloadMarkdown } from './markdown.tsx'

/** The address of an image that exists. */
const picture = new URL('../../../../docs/images/start-light.png', import.meta.url).href

describe('ImageView', () => {
  beforeEach(preloadMarkdown)

  it('W2 loads an image when the user presses for it, without a referrer, and takes it away again', async () => {
    const screen = await render(<Markdown text={`![A chart](${picture})`} />)
    await screen.getByRole('button', { name: 'Load image' }).click()
    const image = screen.getByRole('img', { name: 'Image: A chart' })
    await expect.element(image).toHaveAttribute('src', picture)
    await expect.element(image).toHaveAttribute('referrerpolicy', 'no-referrer')
    await screen.getByRole('button', { name: 'Hide image' }).click()
    expect(screen.container.querySelector('img')).toBeNull()
    await expect.element(screen.getByRole('button', { name: 'Load image' })).toHaveFocus()
  })

  it('W2 W6 asks twice for an image whose address carries much away, and anew for another in its place', async () => {
    const far = `https://canary.invalid/a.png?d=${'x'.repeat(300)}`
    const screen = await render(<Markdown text={`![a](${far})`} streaming />)
    const button = screen.getByRole('button', { name: 'Load image' })
    await button.click()
    await expect.element(screen.getByText(/331 characters to canary.invalid/)).toBeVisible()
    expect(screen.container.querySelector('img')).toBeNull()
    await button.click()
    await expect.element(screen.getByText(/The image could not be loaded/)).toBeVisible()
    await screen.rerender(<Markdown text="![b](https://canary.invalid/b.png)" streaming />)
    await expect.element(screen.getByRole('link', { name: /Image: b/ })).toBeVisible()
    await expect.element(button).toBeVisible()
    expect(screen.container.querySelector('img')).toBeNull()
  })

  it('W2 loads by itself only what is at an origin that the application named', async () => {
    const origins = [new URL('.', picture).href]
    const text = `![in](${picture}) ![out](${location.origin}/b.png) [![in](${picture})](https://canary.example)`
    const screen = await render(<Markdown text={text} images={origins} />)
    await expect.element(screen.getByRole('link', { name: /Image: out/ })).toBeVisible()
    const images = [...screen.container.querySelectorAll('img')]
    expect(images.map(({ src, loading }) => [src, loading])).toEqual([[picture, 'lazy']])
  })
})
