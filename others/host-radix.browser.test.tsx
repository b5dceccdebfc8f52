import { Dialog, DropdownMenu, Popover, Select, Toast, Tooltip, Portal } from 'radix-ui'
import type { ReactElement } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { field } from '../packages/chat/test/say.ts'
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

function SelectCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Select.Root>
        <Select.Trigger aria-label="Fruit">
          <Select.Value placeholder="None" />
        </Select.Trigger>
        <Select.Portal container={container}>
          <Select.Content position="popper" style={box}>
            <Select.Viewport>
              <Select.Item value="fig">
                <Select.ItemText>Fig</Select.ItemText>
              </Select.Item>
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </div>
  )
}

function MenuCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>Fruit</DropdownMenu.Trigger>
        <DropdownMenu.Portal container={container}>
          <DropdownMenu.Content style={box}>
            <DropdownMenu.Item>Fig</DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  )
}

function PopoverCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Popover.Root>
        <Popover.Trigger>Fruit</Popover.Trigger>
        <Popover.Portal container={container}>
          <Popover.Content style={box}>
            <Popover.Close>Fig</Popover.Close>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

function DialogCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Dialog.Root>
        <Dialog.Trigger>Fruit</Dialog.Trigger>
        <Dialog.Portal container={container}>
          <Dialog.Overlay style={{ position: 'fixed', inset: 0, background: '#0006' }} />
          <Dialog.Content
            aria-describedby={undefined}
            style={{ ...box, position: 'fixed', inset: '40% 40%' }}
          >
            <Dialog.Title>Fruits</Dialog.Title>
            <Dialog.Close>Fig</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}

function NestedCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Dialog.Root>
        <Dialog.Trigger>Fruit</Dialog.Trigger>
        <Dialog.Portal container={container}>
          <Dialog.Content
            aria-describedby={undefined}
            style={{ ...box, position: 'fixed', inset: '30% 30%' }}
          >
            <Dialog.Title>Fruits</Dialog.Title>
            <Select.Root>
              <Select.Trigger aria-label="Kind">
                <Select.Value placeholder="None" />
              </Select.Trigger>
              <Select.Portal container={container}>
                <Select.Content position="popper" style={box}>
                  <Select.Viewport>
                    <Select.Item value="fig">
                      <Select.ItemText>Fig</Select.ItemText>
                    </Select.Item>
                  </Select.Viewport>
                </Select.Content>
              </Select.Portal>
            </Select.Root>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}

function TooltipCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Tooltip.Provider delayDuration={0}>
        <Tooltip.Root>
          <Tooltip.Trigger>Fruit</Tooltip.Trigger>
          <Tooltip.Portal container={container}>
            <Tooltip.Content style={box} data-testid="tip">
              Fig
            </Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
      </Tooltip.Provider>
    </div>
  )
}

function ToastCard(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Toast.Provider duration={600_000}>
        <Toast.Root style={box}>
          <Toast.Title>Saved</Toast.Title>
          <Toast.Close>Fig</Toast.Close>
        </Toast.Root>
        <Portal.Root container={container}>
          <Toast.Viewport style={{ position: 'fixed', inset: 'auto 60px 200px auto' }} />
        </Portal.Root>
      </Toast.Provider>
    </div>
  )
}

describe('A card of a tool with Radix', () => {
  it('has a Select whose list is above the chat', async () => {
    await showCard(SelectCard)
    const list = page.getByRole('listbox')
    const trigger = page.getByRole('combobox', { name: 'Fruit' })
    await trigger.click()
    await expectOnTop(page.getByRole('option', { name: 'Fig' }))
    await page.getByRole('option', { name: 'Fig' }).click()
    await expect.element(trigger).toHaveTextContent('Fig')
    await trigger.click()
    await expectOnTop(list)
    await leaveByEscape(list)
    await trigger.click()
    await expectOnTop(list)
    await leaveByPress(list)
  })
  const cards = { MenuCard, PopoverCard, DialogCard }
  for (const [name, Card] of Object.entries(cards)) {
    it(`has a ${name} that is above the chat`, async () => {
      await showCard(Card)
      const trigger = page.getByRole('button', { name: 'Fruit' })
      const item = page.getByText('Fig')
      await trigger.click()
      await expectOnTop(item)
      await item.click()
      await expect.element(item).not.toBeInTheDocument()
      await trigger.click()
      await expectOnTop(item)
      await leaveByEscape(item)
      await trigger.click()
      await expectOnTop(item)
      await leaveByPress(item)
    })
  }
  it('has a Tooltip above the chat', async () => {
    await showCard(TooltipCard)
    await hover(page.getByRole('button', { name: 'Fruit' }))
    await expectTipOnTop(page.getByTestId('tip'))
  })
  it('has a Toast above the chat', async () => {
    await showCard(ToastCard)
    const close = page.getByRole('button', { name: 'Fig' })
    await expectOnTop(close)
    await close.click()
    await expect.element(close).not.toBeInTheDocument()
  })
  it('has a Popover that closes and leaves the dialog of the page open', async () => {
    const Host = (): ReactElement => (
      <Dialog.Root defaultOpen modal={false}>
        <Dialog.Portal>
          <Dialog.Content
            aria-describedby={undefined}
            style={{ ...box, position: 'fixed', top: 0 }}
          >
            <Dialog.Title>Customer</Dialog.Title>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    )
    await showCard(PopoverCard, Host)
    const trigger = page.getByRole('button', { name: 'Fruit' })
    const customer = page.getByRole('dialog', { name: 'Customer' })
    const item = page.getByText('Fig')
    await expect.element(customer).toBeVisible()
    await trigger.click()
    await expectOnTop(item)
    await leaveByEscape(item)
    await expect.element(customer).toBeVisible()
    await trigger.click()
    await expectOnTop(item)
    await userEvent.click(field())
    await userEvent.keyboard('Hi')
    await expect.element(customer).toBeVisible()
    await item.click()
    await expectGone(item)
    await expect.element(customer).toBeVisible()
  })

  it('shows no popup of a chat that is closed', async () => {
    await showCard(SelectCard, () => <section role="dialog" aria-label="Of the page" />)
    await userEvent.click(page.getByRole('combobox', { name: 'Fruit' }))
    const option = page.getByText('Fig')
    await expectOnTop(option)
    // With a dialog of the page, a press in the chat leaves the popup open.
    await userEvent.click(field())
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('.ambit-panel[data-open]')).toBeNull()
    await expect.element(option).not.toBeVisible()
  })

  it.each([
    ['Select', SelectCard],
    ['DropdownMenu', MenuCard],
    ['Dialog', DialogCard],
    ['Select in a Dialog', NestedCard],
  ])('locks no page with a %s of a chat that code has closed', async (_, Card) => {
    await showCard(Card, () => <button>Of the page</button>)
    const fruit = page.getByText('Fruit', { exact: true }).or(page.getByLabelText('Fruit'))
    await userEvent.click(fruit)
    if (Card === NestedCard) await userEvent.click(page.getByRole('combobox', { name: 'Kind' }))
    const fig = page.getByText('Fig')
    await expectOnTop(fig)
    expect(document.body.style.pointerEvents).toBe('none')
    await closeChat()
    await expect.poll(() => document.body.style.pointerEvents).not.toBe('none')
    await expect.poll(() => fig.elements()).toEqual([])
    const ofPage = page.getByRole('button', { name: 'Of the page' })
    await ofPage.click()
    await expect.element(ofPage).toHaveFocus()
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await userEvent.click(fruit)
    await expect.poll(() => document.body.style.pointerEvents).toBe('none')
    await userEvent.keyboard('{Escape}')
    expect(document.querySelector('.ambit-panel[data-open]')).not.toBeNull()
  })

  it('keeps presses of the chat to itself again once the popup has closed', async () => {
    await showCard(PopoverCard, () => <button>Of the page</button>)
    const fruit = page.getByRole('button', { name: 'Fruit' })
    await userEvent.click(fruit)
    await expectOnTop(page.getByText('Fig'))
    await page.getByRole('button', { name: 'Of the page' }).click()
    await expectGone(page.getByText('Fig'))
    const heard: EventTarget[] = []
    const listen = (event: Event): void => void heard.push(event.target as EventTarget)
    document.addEventListener('click', listen)
    onTestFinished(() => document.removeEventListener('click', listen))
    page.getByRole('button', { name: 'More' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menu')).toBeVisible()
    expect(heard).toEqual([])
    await userEvent.keyboard('{Escape}')
    // A press that ends elsewhere has no click.
    const top = (): string | undefined =>
      document.querySelector<HTMLElement>('.ambit-layer')?.dataset['reactAriaTopLayer']
    const press = () =>
      field()
        .element()
        .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await userEvent.click(fruit)
    await expectOnTop(page.getByText('Fig'))
    press()
    expect(top()).toBeUndefined()
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByText('Fig'))
    field().element().focus()
    press()
    expect(top()).toBe('true')
  })
})
