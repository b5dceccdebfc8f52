import * as Aria from 'react-aria-components'
import { type ReactElement, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  closeChat,
  expectGone,
  expectOnTop,
  expectTipOnTop,
  hover,
  leaveByEscape,
  leaveByPress,
  showCard,
  usePopups,
} from './host/popups.tsx'

const box = { background: 'white', border: '1px solid', padding: 8 }

/** Gives a card the element for its popups. */
function Card({
  children,
}: {
  children: (popups: HTMLElement | undefined) => ReactNode
}): ReactElement {
  const [popups, card] = usePopups()
  return <div ref={card}>{children(popups)}</div>
}

const SelectCard = (): ReactElement => (
  <Card>
    {(popups) => (
      <Aria.Select>
        <Aria.Label>Fruit</Aria.Label>
        <Aria.Button>
          <Aria.SelectValue />
        </Aria.Button>
        <Aria.Popover {...(popups && { UNSTABLE_portalContainer: popups })} style={box}>
          <Aria.ListBox>
            <Aria.ListBoxItem>Fig</Aria.ListBoxItem>
          </Aria.ListBox>
        </Aria.Popover>
      </Aria.Select>
    )}
  </Card>
)

const MenuCard = (): ReactElement => (
  <Card>
    {(popups) => (
      <Aria.MenuTrigger>
        <Aria.Button>Fruit</Aria.Button>
        <Aria.Popover {...(popups && { UNSTABLE_portalContainer: popups })} style={box}>
          <Aria.Menu>
            <Aria.MenuItem>Fig</Aria.MenuItem>
          </Aria.Menu>
        </Aria.Popover>
      </Aria.MenuTrigger>
    )}
  </Card>
)

const DialogCard = (): ReactElement => (
  <Card>
    {(popups) => (
      <Aria.DialogTrigger>
        <Aria.Button>Fruit</Aria.Button>
        <Aria.ModalOverlay
          isDismissable
          {...(popups && { UNSTABLE_portalContainer: popups })}
          style={{ position: 'fixed', inset: 0 }}
        >
          <Aria.Modal style={{ ...box, position: 'fixed', inset: '20% 20% 60%' }}>
            <Aria.Dialog aria-label="Fruits">
              <Aria.Button slot="close">Fig</Aria.Button>
            </Aria.Dialog>
          </Aria.Modal>
        </Aria.ModalOverlay>
      </Aria.DialogTrigger>
    )}
  </Card>
)

const DateCard = (): ReactElement => (
  <Card>
    {(popups) => (
      <Aria.DatePicker>
        <Aria.Label>Day</Aria.Label>
        <Aria.Group>
          <Aria.DateInput>{(segment) => <Aria.DateSegment segment={segment} />}</Aria.DateInput>
          <Aria.Button aria-label="Fruit">…</Aria.Button>
        </Aria.Group>
        <Aria.Popover {...(popups && { UNSTABLE_portalContainer: popups })} style={box}>
          <Aria.Dialog>
            <Aria.Calendar aria-label="Days">
              <Aria.CalendarGrid>{(date) => <Aria.CalendarCell date={date} />}</Aria.CalendarGrid>
            </Aria.Calendar>
          </Aria.Dialog>
        </Aria.Popover>
      </Aria.DatePicker>
    )}
  </Card>
)

const TooltipCard = (): ReactElement => (
  <Card>
    {(popups) => (
      <Aria.TooltipTrigger delay={0}>
        <Aria.Button>Fruit</Aria.Button>
        <Aria.Tooltip {...(popups && { UNSTABLE_portalContainer: popups })} style={box}>
          A fig
        </Aria.Tooltip>
      </Aria.TooltipTrigger>
    )}
  </Card>
)

const trigger = () => page.getByRole('button', { name: /Fruit/ })

describe('A card of a tool with React Aria', () => {
  for (const [name, Shown] of Object.entries({ SelectCard, MenuCard, DialogCard })) {
    it(`has a ${name} whose popup is above the chat`, async () => {
      await showCard(Shown)
      const role = ({ SelectCard: 'option', MenuCard: 'menuitem' } as const)[name as 'MenuCard']
      const fig = page.getByRole(role ?? 'button', { name: 'Fig' })
      await trigger().click()
      await expectOnTop(fig)
      await fig.click()
      await expectGone(fig)
      await trigger().click()
      await expectOnTop(fig)
      await leaveByEscape(fig)
      await trigger().click()
      await expectOnTop(fig)
      await leaveByPress(fig)
    })
  }
  for (const [name, Shown] of Object.entries({ SelectCard, MenuCard, DialogCard })) {
    it(`locks no page with a ${name} of a chat that code has closed`, async () => {
      await showCard(Shown, () => <button>Of the page</button>)
      const role = ({ SelectCard: 'option', MenuCard: 'menuitem' } as const)[name as 'MenuCard']
      const fig = page.getByRole(role ?? 'button', { name: 'Fig' })
      await trigger().click()
      await expectOnTop(fig)
      await closeChat()
      await expect.poll(() => fig.elements()).toEqual([])
      expect(document.documentElement.style.overflow).toBe('')
      const ofPage = page.getByRole('button', { name: 'Of the page' })
      await ofPage.click()
      await expect.element(ofPage).toHaveFocus()
    })
  }

  it('has a DatePicker above the chat', async () => {
    await showCard(DateCard)
    await trigger().click()
    const day = page.getByRole('button', { name: /15/ })
    await expectOnTop(day)
    await day.click()
    await expectGone(day)
    await expect.element(page.getByRole('spinbutton', { name: /^day/ })).toHaveTextContent('15')
  })
  it('has a Tooltip above the chat', async () => {
    await showCard(TooltipCard)
    await hover(trigger())
    await expectTipOnTop(page.getByText('A fig'))
  })
})
