import { createAgent, type ToolMessage } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { PageTools } from '@ambit/react/page-tools'
import { call, calls, type ScriptedCall, scriptedModel } from '@ambit/testing'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Select as BaseSelect } from '@base-ui/react/select'
import MuiMenuItem from '@mui/material/MenuItem'
import MuiSelect from '@mui/material/Select'
import MuiSwitch from '@mui/material/Switch'
import * as Radix from '@radix-ui/react-dialog'
import { type ReactElement, useState } from 'react'
import * as Aria from 'react-aria-components'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'

type Told = (text: string) => void

const sizes = ['Small', 'Large']

function Mui({ told }: { told: Told }): ReactElement {
  const [size, setSize] = useState('Small')
  return (
    <>
      <MuiSelect
        value={size}
        onChange={({ target }) => (setSize(target.value), told(target.value))}
        inputProps={{ 'aria-label': 'Size' }}
        SelectDisplayProps={{ 'aria-label': 'Size' }}
      >
        {sizes.map((one) => (
          <MuiMenuItem key={one} value={one}>
            {one}
          </MuiMenuItem>
        ))}
      </MuiSelect>
      <MuiSwitch
        slotProps={{ input: { 'aria-label': 'Gift' } }}
        onChange={({ target }) => told(`gift ${target.checked}`)}
      />
    </>
  )
}

const AriaPage = ({ told }: { told: Told }): ReactElement => (
  <>
    <Aria.Select aria-label="Size" onSelectionChange={(key) => told(String(key))}>
      <Aria.Button>
        <Aria.SelectValue />
      </Aria.Button>
      <Aria.Popover>
        <Aria.ListBox>
          {sizes.map((one) => (
            <Aria.ListBoxItem key={one} id={one}>
              {one}
            </Aria.ListBoxItem>
          ))}
        </Aria.ListBox>
      </Aria.Popover>
    </Aria.Select>
    <Aria.Switch onChange={(isOn) => told(`gift ${isOn}`)}>Gift</Aria.Switch>
  </>
)

const Base = ({ told }: { told: Told }): ReactElement => (
  <>
    <BaseSelect.Root onValueChange={(value) => told(String(value))}>
      <BaseSelect.Trigger aria-label="Size">
        <BaseSelect.Value placeholder="Choose" />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner>
          <BaseSelect.Popup>
            {sizes.map((one) => (
              <BaseSelect.Item key={one} value={one}>
                <BaseSelect.ItemText>{one}</BaseSelect.ItemText>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
    <BaseMenu.Root>
      <BaseMenu.Trigger>Gift</BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner>
          <BaseMenu.Popup>
            <BaseMenu.Item onClick={() => told('gift true')}>Wrap it</BaseMenu.Item>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  </>
)

const RadixPage = ({ told }: { told: Told }): ReactElement => (
  <Radix.Root>
    <Radix.Trigger aria-label="Size">Change</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-describedby={undefined}
        style={{ position: 'fixed', inset: '0 auto 0 0' }}
      >
        <Radix.Title>Size</Radix.Title>
        <button type="button" role="option" aria-selected="false" onClick={() => told('Large')}>
          Large
        </button>
        <Radix.Close aria-label="Gift" aria-expanded="true" onClick={() => told('gift true')} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

/** Returns the ref of the control with this name in the text of the page, the last one. */
function refOf(prompt: unknown, name: string): string {
  const text = JSON.stringify(prompt).replaceAll('\\', '')
  const page = text.slice(text.lastIndexOf('"page"'))
  const found = [...page.matchAll(/\{(e\d+) \w+ "([^"]*)"/g)].findLast(([, , said = '']) =>
    said.includes(name),
  )
  if (!found?.[1]) throw new Error(`There is no “${name}” in ${page}`)
  return found[1]
}

const pressing = (name: string) => (prompt: unknown) => call('press', { ref: refOf(prompt, name) })

async function walk(page: ReactElement, steps: readonly ((prompt: unknown) => ScriptedCall)[]) {
  const model = scriptedModel([
    calls(call('load_scope', { name: 'page' })),
    ...steps.map(
      (step) =>
        ({ prompt }: { readonly prompt: unknown }) =>
          calls(step(prompt)),
    ),
    'Done.',
  ])
  const agent = createAgent({ model })
  agent.pending.attach()
  agent.on('agent:pending_added', ({ pending: { id } }) => {
    queueMicrotask(() => agent.pending.approve(id))
  })
  await render(
    <AgentProvider agent={agent}>
      <PageTools root="main" />
      <main>{page}</main>
    </AgentProvider>,
  )
  await agent.chat('Go')
  return agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ status, content }) => (status === 'ok' ? 'ok' : content))
}

describe('page tools on the components of others', () => {
  const pages = { Mui, AriaPage, Base, RadixPage }
  for (const [library, Page] of Object.entries(pages)) {
    it(`choose an option in two presses, and switch something, with ${library}`, async () => {
      const told: string[] = []
      const last = library === 'Base' ? [pressing('Gift'), pressing('Wrap it')] : [pressing('Gift')]
      const statuses = await walk(<Page told={(text) => told.push(text)} />, [
        pressing('Size'),
        pressing('Large'),
        ...last,
      ])
      expect(statuses.filter((status) => status !== 'ok')).toEqual([])
      expect(told).toEqual(['Large', 'gift true'])
    })
  }
})
