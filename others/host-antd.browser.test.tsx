import {
  Button,
  ConfigProvider,
  DatePicker,
  Drawer,
  Dropdown,
  Input,
  message,
  Modal,
  Popconfirm,
  Select,
  Tooltip,
} from 'antd'
import { scriptedModel } from '@ambit/testing'
import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import { AgentProvider } from 'ambit/react'
import { type ReactElement, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles } from '../packages/chat/test/render-copilot.tsx'
import { field } from '../packages/chat/test/say.ts'
import {
  closeChat,
  expectGone,
  expectOnTop,
  expectUsedBeside,
  expectTipOnTop,
  hover,
  leaveByEscape,
  leaveByPress,
  popupsOf,
  showCard,
  usePopups,
} from './host/popups.tsx'

/** What an application writes once, around all of it. */
const Provider = ({ children }: { children: ReactElement }): ReactElement => (
  <ConfigProvider
    theme={{ token: { motion: false } }}
    getPopupContainer={(trigger) => popupsOf(trigger) ?? document.body}
  >
    {children}
  </ConfigProvider>
)

const fruits = [{ value: 'fig', label: 'Fig' }]

const SelectCard = (): ReactElement => (
  <Provider>
    <Select aria-label="Fruit" options={fruits} style={{ width: 120 }} />
  </Provider>
)

const DateCard = (): ReactElement => (
  <Provider>
    <DatePicker aria-label="Day" />
  </Provider>
)

const MenuCard = (): ReactElement => (
  <Provider>
    <Dropdown trigger={['click']} menu={{ items: [{ key: 'fig', label: 'Fig' }] }}>
      <Button>Fruit</Button>
    </Dropdown>
  </Provider>
)

const ConfirmCard = (): ReactElement => (
  <Provider>
    <Popconfirm title="Sure?" okText="Fig">
      <Button>Fruit</Button>
    </Popconfirm>
  </Provider>
)

const TooltipCard = (): ReactElement => (
  <Provider>
    <Tooltip title="Fig">
      <Button>Fruit</Button>
    </Tooltip>
  </Provider>
)

function ModalCard(): ReactElement {
  const [popups, card] = usePopups()
  const [open, setOpen] = useState(false)
  return (
    <Provider>
      <div ref={card}>
        <Button onClick={() => setOpen(true)}>Fruit</Button>
        <Modal
          open={open}
          getContainer={popups ?? false}
          onCancel={() => setOpen(false)}
          onOk={() => setOpen(false)}
          okText="Fig"
          destroyOnHidden
        >
          <Select aria-label="Kind" options={fruits} />
        </Modal>
      </div>
    </Provider>
  )
}

const saved = <button style={{ marginLeft: 700 }}>Saved</button>

function ToastCard(): ReactElement {
  const [popups, card] = usePopups()
  const [api, holder] = message.useMessage({
    getContainer: () => popups ?? document.body,
    top: 200,
  })
  return (
    <Provider>
      <div ref={card}>
        {holder}
        <Button onClick={() => void api.open({ content: saved, duration: 0 })}>Fruit</Button>
      </div>
    </Provider>
  )
}

const fruit = () => page.getByRole('button', { name: 'Fruit' })
const fig = () => page.getByText('Fig')

describe('A card of a tool with Ant Design', () => {
  it('has a Select whose list is above the chat', async () => {
    await showCard(SelectCard)
    const select = page.getByRole('combobox', { name: 'Fruit' })
    const option = page.getByTitle('Fig')
    await select.click()
    await expectOnTop(option)
    await option.click()
    await expectGone(option.nth(1))
    await expect.element(page.getByTitle('Fig').first()).toBeVisible()
    await select.click()
    await expectOnTop(page.getByTitle('Fig').nth(1))
    await leaveByEscape(page.getByTitle('Fig').nth(1))
    await select.click()
    await expectOnTop(page.getByTitle('Fig').nth(1))
    await leaveByPress(page.getByTitle('Fig').nth(1))
  })
  it('has a DatePicker above the chat', async () => {
    await showCard(DateCard)
    const input = page.getByRole('textbox', { name: 'Day' })
    await input.click()
    const today = page.getByText('Today')
    await expectOnTop(today)
    await today.click()
    await expect.element(input).not.toHaveValue('')
  })
  for (const [name, Card] of Object.entries({ MenuCard, ConfirmCard, ModalCard })) {
    it(`has a ${name} that is above the chat`, async () => {
      await showCard(Card)
      await fruit().click()
      await expectOnTop(fig())
      await fig().click()
      await expectGone(fig())
      await fruit().click()
      await expectOnTop(fig())
      await leaveByEscape(fig())
      await fruit().click()
      await expectOnTop(fig())
      if (name !== 'ModalCard') await leaveByPress(fig())
    })
  }
  it('locks no page with a Modal of a chat that code has closed', async () => {
    await showCard(ModalCard)
    await fruit().click()
    await expectOnTop(fig())
    await closeChat()
    await expect.poll(() => fig().elements()).toEqual([])
    await expect.poll(() => document.body.style.overflow).toBe('')
  })

  it('has a Tooltip above the chat', async () => {
    await showCard(TooltipCard)
    await hover(fruit())
    await expectTipOnTop(page.getByRole('tooltip'))
  })
  it('has a message above the chat', async () => {
    await showCard(ToastCard)
    await fruit().click()
    await expectOnTop(page.getByRole('button', { name: 'Saved' }))
  })
})

const left = (): never => expect.fail('The dialog was left.')

const AntdModal = (): ReactElement => (
  <Modal open onCancel={left} onOk={left} style={{ marginLeft: 0 }}>
    <Input aria-label="Name" />
  </Modal>
)

const AntdDrawer = (): ReactElement => (
  <Drawer open onClose={left} placement="left">
    <Input aria-label="Name" />
  </Drawer>
)

describe('Copilot beside a dialog of Ant Design', () => {
  for (const [name, Host] of Object.entries({ AntdModal, AntdDrawer })) {
    it(`is written to and answered beside ${name}, which keeps its form`, () =>
      expectUsedBeside(Host))
  }
  it('stands at the other side while a drawer of the page is open at its side', async () => {
    await Promise.all([loadStyles(), page.viewport(1000, 700)])
    sessionStorage.clear()
    const agent = createAgent({ model: scriptedModel([]) })
    const Page = (): ReactElement => {
      const [open, setOpen] = useState(false)
      return (
        <AgentProvider agent={agent}>
          <button onClick={() => setOpen(true)}>New customer</button>
          <Drawer open={open} onClose={() => setOpen(false)} size={384}>
            <Input aria-label="Name" />
          </Drawer>
          <Copilot defaultOpen place={{ side: open ? 'start' : 'end' }} />
        </AgentProvider>
      )
    }
    await render(<Page />)
    await userEvent.fill(field(), 'For Ada')
    await page.getByRole('button', { name: 'New customer' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await expectOnTop(name)
    await userEvent.fill(name, 'Ada')
    await expect.element(field()).toHaveValue('For Ada')
    const drawer = page.getByRole('dialog').filter({ has: name }).element().getBoundingClientRect()
    const chat = page.getByRole('dialog', { name: 'Assistant' }).element().getBoundingClientRect()
    expect(chat.right).toBeLessThan(drawer.left)
  })
})
