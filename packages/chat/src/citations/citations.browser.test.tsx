import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const source = (id: string, title: string, url: string) =>
  ({ type: 'source', sourceType: 'url', id, title, url }) as const

const marks = () => [...document.querySelectorAll('.ambit-citation')]
const numbers = () => marks().map((mark) => mark.querySelector('[aria-hidden]')?.textContent)

describe('citations', () => {
  it('makes links of the marks of sources that exist, and of nothing else', async () => {
    const text =
      'Due in 14 days [1]. Paid【2†x】, **late[^1]**. No [3], `code[1]`, [a [1] link](https://a.example).\n\n```\nlist[1]\n```'
    await renderCopilot([
      {
        parts: [
          source('1', 'Terms of payment', 'https://shop.example/terms'),
          source('2', 'A script', 'javascript:alert(1)'),
        ],
        text,
      },
    ])
    await say('Go')
    const link = page.getByRole('link', { name: 'Source 1: Terms of payment' })
    await expect.element(link.first()).toHaveAttribute('href', 'https://shop.example/terms')
    expect(numbers()).toEqual(['1', '2', '1'])
    expect(link.elements()).toHaveLength(2)
    // The link policy refuses the address, so the mark is only a number.
    expect(marks()[1]?.querySelector('a')).toBeNull()
    await expect.element(page.getByText('code[1]')).toBeVisible()
    await expect.element(page.getByText('list[1]')).toBeVisible()
    expect(document.querySelector('.ambit-markdown')?.textContent).toContain('No [3]')
    expect(getComputedStyle(marks()[0] as Element, '::after').content).toBe('none')
    await userEvent.tab({ shift: true })
    while (!link.first().element().matches(':focus')) await userEvent.tab({ shift: true })
    const shown = getComputedStyle(marks()[0] as Element, '::after').content
    expect(shown).toBe('" Terms of payment (shop.example)"')
  })

  it('leaves the marks of an answer without sources as they were written', async () => {
    await renderCopilot(['The first is list[1], see [2].'])
    await say('Go')
    await expect.element(page.getByText('The first is list[1], see [2].')).toBeVisible()
    expect(marks()).toEqual([])
  })
})
