import {
  Button,
  createTheme,
  Drawer,
  MantineProvider,
  Menu,
  Modal,
  Notification,
  Popover,
  Portal,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core'
import '@mantine/core/styles.css'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectGone,
  expectOnTop,
  expectTipOnTop,
  expectUsedBeside,
  hover,
  leaveByEscape,
  leaveByPress,
  showCard,
  usePopups,
} from './host/popups.tsx'

/** What an application writes once, around what its tools render. */
function Popups({ children }: { children: ReactNode }): ReactElement {
  const [target, card] = usePopups()
  const theme = useMemo(
    () =>
      createTheme({
        components: { Portal: Portal.extend({ defaultProps: target ? { target } : {} }) },
      }),
    [target],
  )
  return (
    <MantineProvider theme={theme}>
      <div ref={card}>{children}</div>
    </MantineProvider>
  )
}

const SelectCard = (): ReactElement => (
  <Popups>
    <Select label="Fruit" data={['Fig', 'Date']} />
  </Popups>
)

const MenuCard = (): ReactElement => (
  <Popups>
    <Menu>
      <Menu.Target>
        <Button>Fruit</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Fig</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  </Popups>
)

const PopoverCard = (): ReactElement => (
  <Popups>
    <Popover trapFocus>
      <Popover.Target>
        <Button>Fruit</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Button>Fig</Button>
      </Popover.Dropdown>
    </Popover>
  </Popups>
)

function ModalCard(): ReactElement {
  const [opened, setOpened] = useState(false)
  return (
    <Popups>
      <Button onClick={() => setOpened(true)}>Fruit</Button>
      <Modal opened={opened} onClose={() => setOpened(false)}>
        <Button onClick={() => setOpened(false)}>Fig</Button>
      </Modal>
    </Popups>
  )
}

function TooltipCard(): ReactElement {
  const [target, card] = usePopups()
  return (
    <MantineProvider>
      <div ref={card}>
        <Tooltip label="A fig" portalProps={target ? { target } : {}}>
          <Button>Fruit</Button>
        </Tooltip>
      </div>
    </MantineProvider>
  )
}

const Toast = (): ReactElement => (
  <Popups>
    <Portal>
      <Notification style={{ position: 'fixed', top: 200, right: 60 }}>Saved</Notification>
    </Portal>
  </Popups>
)

describe('A card of a tool with Mantine', () => {
  it('has a Select whose list is above the chat', async () => {
    await showCard(SelectCard)
    const input = page.getByRole('combobox', { name: 'Fruit' })
    const fig = page.getByRole('option', { name: 'Fig' })
    await input.click()
    await expectOnTop(fig)
    await fig.click()
    await expect.element(input).toHaveValue('Fig')
    await input.click()
    await expectOnTop(fig)
    await leaveByEscape(fig)
    await input.click()
    await expectOnTop(fig)
    await leaveByPress(fig)
  })
  for (const [name, Card] of Object.entries({ MenuCard, PopoverCard, ModalCard })) {
    it(`has a ${name} that is above the chat`, async () => {
      await showCard(Card)
      const trigger = page.getByRole('button', { name: 'Fruit' })
      const fig = page.getByText('Fig')
      await trigger.click()
      await expectOnTop(fig)
      if (name !== 'PopoverCard') {
        await fig.click()
        await expectGone(fig)
        await trigger.click()
        await expectOnTop(fig)
      }
      await leaveByEscape(fig)
      if (name === 'ModalCard') return
      await trigger.click()
      await expectOnTop(fig)
      await leaveByPress(fig)
    })
  }
  it('has a Tooltip above the chat', async () => {
    await showCard(TooltipCard)
    await hover(page.getByRole('button', { name: 'Fruit' }))
    await expectTipOnTop(page.getByText('A fig'))
  })
  it('has a Notification above the chat', async () => {
    await showCard(Toast)
    await expectOnTop(page.getByText('Saved'))
  })
})

const left = (): never => expect.fail('The dialog was left.')

const MantineModal = (): ReactElement => (
  <MantineProvider>
    <Modal opened onClose={left} xOffset={0} yOffset={0}>
      <TextInput label="Name" />
    </Modal>
  </MantineProvider>
)

const MantineDrawer = (): ReactElement => (
  <MantineProvider>
    <Drawer opened onClose={left}>
      <TextInput label="Name" />
    </Drawer>
  </MantineProvider>
)

describe('Copilot beside a dialog of Mantine', () => {
  for (const [name, Host] of Object.entries({ MantineModal, MantineDrawer })) {
    it(`is written to and answered beside ${name}, which keeps its form`, () =>
      expectUsedBeside(Host))
  }
})
