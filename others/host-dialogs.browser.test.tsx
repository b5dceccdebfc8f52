import MuiDialog from '@mui/material/Dialog'
import MuiSideDrawer from '@mui/material/Drawer'
import TextField from '@mui/material/TextField'
import * as Radix from '@radix-ui/react-dialog'
import { type ReactElement, useRef } from 'react'
import * as Aria from 'react-aria-components'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../packages/chat/test/render-copilot.tsx'
import { approvingReplies, payTool, talkBeside } from '../packages/chat/test/talk-beside.ts'
import { userEvent } from 'vitest/browser'

const drawer = { position: 'fixed', inset: '0 auto 0 0', width: 300, background: 'white' } as const

const RadixDrawer = ({ modal = true }: { modal?: boolean }): ReactElement => (
  <Radix.Root defaultOpen modal={modal}>
    <Radix.Portal>
      <Radix.Overlay style={{ position: 'fixed', inset: 0, background: '#0006' }} />
      <Radix.Content aria-describedby={undefined} style={drawer}>
        <Radix.Title>Customer</Radix.Title>
        <input aria-label="Name" />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

const MuiModal = (): ReactElement => (
  <MuiDialog open transitionDuration={0} onClose={() => expect.fail('The dialog was left.')}>
    <TextField label="Name" />
  </MuiDialog>
)

const RadixNonModal = (): ReactElement => <RadixDrawer modal={false} />

const MuiDrawer = (): ReactElement => (
  <MuiSideDrawer open transitionDuration={0} onClose={() => expect.fail('The drawer was left.')}>
    <TextField label="Name" />
  </MuiSideDrawer>
)

const AriaPopover = (): ReactElement => (
  <Aria.DialogTrigger defaultOpen>
    <Aria.Button>Customer</Aria.Button>
    <Aria.Popover>
      <Aria.Dialog aria-label="Customer">
        <input aria-label="Name" />
      </Aria.Dialog>
    </Aria.Popover>
  </Aria.DialogTrigger>
)

const AriaModal = (): ReactElement => (
  <Aria.ModalOverlay defaultOpen isDismissable style={{ position: 'fixed', inset: 0 }}>
    <Aria.Modal style={drawer}>
      <Aria.Dialog aria-label="Customer">
        <input aria-label="Name" />
      </Aria.Dialog>
    </Aria.Modal>
  </Aria.ModalOverlay>
)

function NativeDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button onClick={() => dialog.current?.showModal()}>New customer</button>
      <dialog ref={dialog} style={{ transform: 'translateX(-200px)' }}>
        <input aria-label="Name" />
      </dialog>
    </>
  )
}

const name = () => page.getByRole('textbox', { name: 'Name' })

describe('Copilot beside a dialog of the page', () => {
  const hosts = { RadixDrawer, RadixNonModal, MuiModal, MuiDrawer, AriaModal, AriaPopover }
  for (const [library, Host] of Object.entries(hosts)) {
    it(`is written to and answered beside ${library}, which keeps its half-filled form`, async () => {
      const { pay, ran } = payTool()
      const options = { tools: [pay] }
      await renderCopilot(approvingReplies, { defaultOpen: false }, options, <Host />)
      await userEvent.click(name())
      await userEvent.keyboard('Ada Lov')
      await talkBeside(name(), 'Ada Lov')
      expect(ran).toEqual([{ to: 'Ada' }])
    })
  }

  it('is written to and answered inside a native modal dialog, and comes back from it', async () => {
    const { pay, ran } = payTool()
    const options = { tools: [pay] }
    await renderCopilot(approvingReplies, { defaultOpen: false }, options, <NativeDialog />)
    await page.getByRole('button', { name: 'New customer' }).click()
    await userEvent.click(name())
    await userEvent.keyboard('Ada Lov')
    await talkBeside(name(), 'Ada Lov')
    expect(ran).toEqual([{ to: 'Ada' }])
    await userEvent.click(name())
    await userEvent.keyboard('{Escape}')
    await expect.element(name()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await expect.element(page.getByText('It is paid.')).toBeVisible()
  })
})
