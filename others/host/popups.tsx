import { call, calls } from '@ambit/testing'
import { useTool } from 'ambit/react'
import { type ComponentType, useCallback, useState } from 'react'
import { expect, onTestFinished } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../packages/chat/test/render-copilot.tsx'
import { approvingReplies, payTool, talkBeside } from '../../packages/chat/test/talk-beside.ts'
import { field, say } from '../../packages/chat/test/say.ts'

/** Returns the element for the popups of what a tool renders, as the guide does. */
export const popupsOf = (card: Element | null | undefined): HTMLElement | undefined =>
  card?.closest('.ambit-layer')?.querySelector<HTMLElement>('.ambit-popups') ?? undefined

/** Returns that element, and a ref for any element of the card. */
export function usePopups(): readonly [HTMLElement | undefined, (card: Element | null) => void] {
  const [popups, setPopups] = useState<HTMLElement>()
  return [popups, useCallback((card) => setPopups(popupsOf(card)), [])]
}

/** Renders the open chat after a call whose tool renders `Card`. */
export async function showCard(Card: ComponentType, Around?: ComponentType): Promise<void> {
  const Page = (): null => {
    useTool({ name: 'pick', description: 'Pick.', handler: () => 1, render: () => <Card /> })
    return null
  }
  const children = (
    <>
      <Page />
      {Around && <Around />}
    </>
  )
  await renderCopilot([calls(call('pick')), 'Done.'], {}, {}, children)
  await say('Pick one')
  await expect.element(page.getByText('Done.')).toBeVisible()
}

const isInView = (shown: Element): boolean =>
  shown.checkVisibility({ visibilityProperty: true, opacityProperty: true })

/** Holds that one of the elements is what a user sees and presses at its middle. */
export async function expectOnTop(shown: Locator): Promise<void> {
  await expect
    .poll(() =>
      shown.elements().some((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const pressed = document.elementFromPoint(left + width / 2, top + height / 2)
        return isInView(element) && element.contains(pressed)
      }),
    )
    .toBe(true)
}

/** Moves the pointer from elsewhere to an element. */
export async function hover(element: Locator): Promise<void> {
  await userEvent.hover(field())
  await userEvent.hover(element)
}

/** Holds that a tooltip, through which presses go, is above all else at its middle. */
export async function expectTipOnTop(tip: Locator): Promise<void> {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = '* { pointer-events: auto !important }'
  onTestFinished(() => style.remove())
  await expectOnTop(tip)
}

/** Holds that none of the elements is in view. */
export async function expectGone(shown: Locator): Promise<void> {
  await expect.poll(() => shown.elements().some(isInView)).toBe(false)
}

const isChatOpen = (): boolean => document.querySelector('.ambit-panel[data-open]') !== null

/** Presses Escape. Holds that it closes `popup` and not the chat. */
export async function leaveByEscape(popup: Locator): Promise<void> {
  await userEvent.keyboard('{Escape}')
  await expectGone(popup)
  expect(isChatOpen()).toBe(true)
}

/** Closes the chat by code, without a press by which a popup would close. */
export async function closeChat(): Promise<void> {
  document.querySelector<HTMLElement>('.ambit-header [aria-label^=Close]')?.click()
  await expect.poll(isChatOpen).toBe(false)
}

/** Presses elsewhere in the chat. Holds that it closes `popup`. */
export async function leaveByPress(popup: Locator): Promise<void> {
  await userEvent.click(field(), { force: true })
  await expectGone(popup)
  expect(isChatOpen()).toBe(true)
}

/** Holds that the chat is used beside `Host`, a dialog of the page that keeps its half-filled form. */
export async function expectUsedBeside(Host: ComponentType): Promise<void> {
  const { pay, ran } = payTool()
  const name = page.getByRole('textbox', { name: 'Name' })
  await renderCopilot(approvingReplies, { defaultOpen: false }, { tools: [pay] }, <Host />)
  await userEvent.click(name)
  await userEvent.keyboard('Ada Lov')
  await talkBeside(name, 'Ada Lov')
  expect(ran).toEqual([{ to: 'Ada' }])
}
