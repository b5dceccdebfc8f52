import { Button, DatePicker, Form, Input, Menu, Select, Switch, Table, Tabs } from 'antd'
import {
  Accordion,
  DropdownMenu,
  RadioGroup,
  Select as RadixSelect,
  Slider,
  Switch as RadixSwitch,
  Tabs as RadixTabs,
} from 'radix-ui'
import type { ReactElement } from 'react'

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gil', 'Hana', 'Ivo', 'June']
const states = ['Open', 'Paid', 'Shipped']

/** Returns as many orders as wanted. They are the same each time. */
const orders = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: at,
    id: `A-${1000 + at}`,
    customer: `${names[at % names.length]} ${names[(at * 7 + 3) % names.length]}son`,
    state: states[at % states.length] ?? '',
    total: `${(at * 37) % 900},00 €`,
  }))

const settings = ['Mails', 'Sounds', 'Previews', 'Sync', 'History']

export const RadixPage = (): ReactElement => (
  <main>
    <h1>Settings</h1>
    <RadixTabs.Root defaultValue="General">
      <RadixTabs.List aria-label="Sections">
        {['General', 'People', 'Billing'].map((one) => (
          <RadixTabs.Trigger key={one} value={one}>
            {one}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value="General">
        {settings.map((one) => (
          <p key={one}>
            <label htmlFor={one}>{one}</label> <RadixSwitch.Root id={one}>·</RadixSwitch.Root>
          </p>
        ))}
        <RadioGroup.Root aria-label="Theme" defaultValue="Light">
          {['Light', 'Dark', 'As the system'].map((one) => (
            <RadioGroup.Item key={one} value={one} aria-label={one}>
              {one}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
        <RadixSelect.Root defaultValue="English">
          <RadixSelect.Trigger aria-label="Language">
            <RadixSelect.Value />
          </RadixSelect.Trigger>
        </RadixSelect.Root>
        <Slider.Root defaultValue={[40]} style={{ display: 'block', width: 200, height: 20 }}>
          <Slider.Thumb
            aria-label="Text size"
            style={{ display: 'block', width: 20, height: 20 }}
          />
        </Slider.Root>
        <Accordion.Root type="single" collapsible defaultValue="Why">
          {['Why', 'How', 'Where'].map((one) => (
            <Accordion.Item key={one} value={one}>
              <Accordion.Header>
                <Accordion.Trigger>{one} is this kept?</Accordion.Trigger>
              </Accordion.Header>
              <Accordion.Content>It is kept for thirty days, and then deleted.</Accordion.Content>
            </Accordion.Item>
          ))}
        </Accordion.Root>
      </RadixTabs.Content>
    </RadixTabs.Root>
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>Account</DropdownMenu.Trigger>
    </DropdownMenu.Root>
  </main>
)

export const AntdPage = (): ReactElement => (
  <main>
    <Menu
      mode="horizontal"
      items={['Orders', 'Customers', 'Stock'].map((label) => ({ key: label, label }))}
    />
    <Tabs
      items={states.map((label) => ({ key: label, label, children: `All that are ${label}` }))}
    />
    <Form layout="inline">
      <Form.Item label="Customer" name="customer">
        <Input />
      </Form.Item>
      <Form.Item label="State" name="state">
        <Select options={states.map((value) => ({ value }))} />
      </Form.Item>
      <Form.Item label="Since" name="since">
        <DatePicker />
      </Form.Item>
      <Form.Item label="Only mine" name="mine">
        <Switch />
      </Form.Item>
      <Button htmlType="submit">Search</Button>
    </Form>
    <Table
      dataSource={orders(40)}
      rowSelection={{}}
      columns={[
        { title: 'Order', dataIndex: 'id', sorter: true },
        { title: 'Customer', dataIndex: 'customer' },
        { title: 'State', dataIndex: 'state' },
        { title: 'Total', dataIndex: 'total', sorter: true },
        { title: '', render: () => <Button>Refund</Button> },
      ]}
    />
  </main>
)

const sentences = [
  'A request is sent once, and its answer is kept for a minute.',
  'If the server is busy, the client waits and asks again, up to five times.',
  'You can turn this off for one call, for one session, or for everybody.',
  'What is written in the file wins over what is set on the command line.',
]

export const Article = (): ReactElement => (
  <main>
    <nav aria-label="On this page">
      {Array.from({ length: 12 }, (_, at) => (
        <a key={at} href={`#part-${at}`}>
          Part {at + 1}
        </a>
      ))}
    </nav>
    <article>
      <h1>Requests and answers</h1>
      {Array.from({ length: 12 }, (_, at) => (
        <section key={at} id={`part-${at}`}>
          <h2>Part {at + 1}</h2>
          <p>{sentences.join(' ')}</p>
          <p>
            {sentences[at % sentences.length]} See{' '}
            <a href={`#part-${(at + 5) % 12}`}>another part</a>.
          </p>
          <ul>
            {sentences.slice(at % 3).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <pre>
            client.send('/part/{at}', {'{ again: 5 }'})
          </pre>
        </section>
      ))}
    </article>
  </main>
)

export const LongTable = (): ReactElement => (
  <main>
    <h1>Orders</h1>
    <table aria-label="All orders">
      <thead>
        <tr>
          {['Order', 'Customer', 'State', 'Total', ''].map((one) => (
            <th key={one}>{one}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders(500).map(({ key, id, customer, state, total }) => (
          <tr key={key}>
            <td>{id}</td>
            <td>{customer}</td>
            <td>{state}</td>
            <td>{total}</td>
            <td>
              <button type="button">Refund</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </main>
)

export const LongForm = (): ReactElement => (
  <main>
    <form>
      <h1>Application</h1>
      {Array.from({ length: 40 }, (_, at) => {
        const label = `${['Street', 'Given name', 'Country', 'I agree to part'][at % 4]} ${at + 1}`
        const id = `field-${at}`
        return (
          <p key={id}>
            <label htmlFor={id}>{label}</label>
            {at % 4 === 2 ? (
              <select id={id} name={id}>
                {['Austria', 'Germany', 'Italy', 'Switzerland'].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            ) : (
              <input
                id={id}
                name={id}
                type={at % 4 === 3 ? 'checkbox' : 'text'}
                required={at % 4 < 2}
              />
            )}
          </p>
        )
      })}
      <button type="submit">Send</button>
    </form>
  </main>
)

/** The page of the comparison: the orders of a shop, and fields that are private. */
export const Shop = (): ReactElement => (
  <main>
    <table>
      <tbody>
        {['A-1', 'A-2', 'A-3', 'A-4'].map((id) => (
          <tr key={id}>
            <td>{id}</td>
            <td data-ambit-private>81,200</td>
            <td>
              <button type="button">Refund</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <input type="password" aria-label="Password" />
    <input aria-label="Card" autoComplete="cc-number" />
    <button type="button" style={{ position: 'fixed', top: 8, right: 8 }}>
      Help
    </button>
  </main>
)
