import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Portal from '@mui/material/Portal'
import Select from '@mui/material/Select'
import Snackbar from '@mui/material/Snackbar'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectGone,
  expectOnTop,
  expectTipOnTop,
  hover,
  leaveByEscape,
  leaveByPress,
  showCard,
  usePopups,
} from './host/popups.tsx'

/** What an application writes once, around what its tools render. */
function Popups({ children }: { children: ReactNode }): ReactElement {
  const [container, card] = usePopups()
  const theme = useMemo(() => {
    const popup = { defaultProps: { container } }
    return createTheme({
      transitions: { create: () => 'none' },
      components: { MuiModal: popup, MuiPopover: popup, MuiPopper: popup },
    })
  }, [container])
  return (
    <ThemeProvider theme={theme}>
      <div ref={card}>{children}</div>
    </ThemeProvider>
  )
}

const SelectCard = (): ReactElement => (
  <Popups>
    <Select
      defaultValue=""
      inputProps={{ 'aria-label': 'Fruit' }}
      SelectDisplayProps={{ 'aria-label': 'Fruit' }}
    >
      <MenuItem value="fig">Fig</MenuItem>
    </Select>
  </Popups>
)

function MenuCard(): ReactElement {
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <Popups>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>Fruit</Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => setAnchor(null)}>Fig</MenuItem>
      </Menu>
    </Popups>
  )
}

function DialogCard(): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Popups>
      <Button onClick={() => setOpen(true)}>Fruit</Button>
      <Dialog open={open} onClose={() => setOpen(false)}>
        <Button onClick={() => setOpen(false)}>Fig</Button>
      </Dialog>
    </Popups>
  )
}

const CompletionCard = (): ReactElement => (
  <Popups>
    <Autocomplete
      options={['Fig', 'Date']}
      renderInput={(props) => <TextField {...props} label="Fruit" />}
    />
  </Popups>
)

const TooltipCard = (): ReactElement => (
  <Popups>
    <Tooltip title="A fig" enterDelay={0}>
      <Button>Fruit</Button>
    </Tooltip>
  </Popups>
)

function Toast(): ReactElement {
  const [container, card] = usePopups()
  return (
    <div ref={card}>
      <Portal container={container}>
        <Snackbar
          open
          message="Saved"
          action={<Button>Fig</Button>}
          anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        />
      </Portal>
    </div>
  )
}

describe('A card of a tool with MUI', () => {
  for (const [name, Card] of Object.entries({ SelectCard, MenuCard, DialogCard })) {
    it(`has a ${name} whose popup is above the chat`, async () => {
      await showCard(Card)
      const role = name === 'SelectCard' ? 'combobox' : 'button'
      const trigger = page.getByRole(role, { name: 'Fruit' })
      const fig = page.getByText('Fig', { exact: true })
      await trigger.click()
      await expectOnTop(fig)
      await fig.click()
      if (name === 'SelectCard') await expect.element(trigger).toHaveTextContent('Fig')
      else await expectGone(fig)
      await trigger.click()
      await expectOnTop(name === 'SelectCard' ? page.getByRole('option') : fig)
      await leaveByEscape(name === 'SelectCard' ? page.getByRole('option') : fig)
    })
  }
  it('has an Autocomplete whose list is above the chat', async () => {
    await showCard(CompletionCard)
    const input = page.getByRole('combobox', { name: 'Fruit' })
    const fig = page.getByRole('option', { name: 'Fig' })
    await input.click()
    await expectOnTop(fig)
    await leaveByEscape(fig)
    await input.click()
    await expectOnTop(fig)
    await leaveByPress(fig)
    await input.click()
    await fig.click()
    await expect.element(input).toHaveValue('Fig')
  })
  it('has a Tooltip above the chat', async () => {
    await showCard(TooltipCard)
    await hover(page.getByRole('button', { name: 'A fig' }))
    await expectTipOnTop(page.getByRole('tooltip'))
  })
  it('has a Snackbar above the chat', async () => {
    await showCard(Toast)
    await expectOnTop(page.getByRole('button', { name: 'Fig' }))
  })
})
