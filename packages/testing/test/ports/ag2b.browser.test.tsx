// AG2B: the notes application, and what a call sees of the calls before it
import { unavailable } from 'ambit'
import { useAgent, usePlugin, useScope, useTool } from 'ambit/react'
import { call, calls, type Reply } from '@ambit/testing'
import { type RenderedWithAgent, renderWithAgent } from '@ambit/testing/react'
import { type ReactNode, StrictMode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { create } from 'zustand'

const note = z.object({ title: z.string(), body: z.string() })
const usePage = create(() => ({ isSignedIn: false, notes: [] as (z.infer<typeof note> & { id: string })[] }))
function Notes() {
  const { isSignedIn, notes } = usePage()
  const scope = useScope({ name: 'notes', context: () => ({ notes }) })
  const handler = (words: z.infer<typeof note>) => usePage.setState({ notes: [...notes, { id: `n${notes.length}`, ...words }] })
  useTool({ scope, name: 'createNote', description: 'Create a new note.', parameters: note, enabled: () => isSignedIn, handler })
  return <ul>{notes.map(({ id, title }) => <li key={id}>{title}</li>)}</ul>
}
function Plain(tool: { name: string; handler?: () => unknown; enabled?: () => boolean | ReturnType<typeof unavailable> }) {
  useTool({ description: 'd', handler: () => 1, ...tool })
  return null
}
const show = (page: ReactNode, ...replies: Reply[]) => renderWithAgent(page, { replies: [...replies, 'Done.'] })
const listed = ({ model }: RenderedWithAgent) => model.requests.map(({ tools = [] }) => tools.map(({ name }) => name).sort().join())
const answers = async ({ agent }: RenderedWithAgent) =>
  (await agent.chat('Go')).messages.flatMap((message) => (message.role === 'tool' ? `${message.name} ${message.status}` : []))

it('has no tool that is off in the request, and runs one that a call before it has switched on', async () => {
  const signIn = <Plain name="signIn" handler={() => usePage.setState({ isSignedIn: true })} />
  const write = (title: string) => call('createNote', { title, body: 'b' })
  const page = await show(<>{signIn}<Notes /></>, calls(write('a'), call('signIn'), write('c'), write('e')))
  expect(await answers(page)).toEqual(['createNote disabled', 'signIn ok', 'createNote ok', 'createNote ok'])
  expect(listed(page)).toEqual(['signIn', 'createNote,signIn'])
  expect(JSON.stringify(page.model.requests[1]?.prompt)).toContain(String.raw`\"id\":\"n1\",\"title\":\"e\"`)
})
it.each([StrictMode, 'div'])('lets each call see what the calls before it have rendered', async (Mode) => {
  function Count() {
    const [n, set] = useState(0)
    return <>{n < 3 ? <Plain name="add" handler={() => (set(n + 1), n)} /> : <Plain key="new" name="new" />}{n}</>
  }
  const page = await show(<Mode><Count /></Mode>, calls(call('add'), call('add'), call('add'), call('add'), call('new')))
  expect(await answers(page)).toEqual(['add ok', 'add ok', 'add ok', 'add stale', 'new ok'])
  expect(page.container.textContent).toBe('3')
})
it('asks `enabled` at each request and each call, without a render, and tells its reason', async () => {
  const on = create(() => ({ now: false }))
  const page = await show(<Plain name="x" enabled={() => on.getState().now || unavailable('Sign in')} />, call('x'), 'k', call('x'))
  expect(await answers(page)).toEqual(['x disabled'])
  expect(JSON.stringify(page.model.requests[0]?.prompt)).toContain('Sign in')
  on.setState({ now: true })
  expect([...(await answers(page)), ...listed(page)]).toEqual(['x ok', '', '', 'x', 'x'])
})
it('has the hooks of AG2B as members of a plug-in, and survives two tools of one name', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seen: string[] = []
  const hook = (at: string) => <T,>(_: unknown, next: () => Promise<T>) => (seen.push(at), next().finally(() => seen.push('/')))
  function Hooked() {
    usePlugin({ name: 'log', run: hook('run'), request: hook('request'), call: hook('call'), message: () => seen.push('said') })
    return useAgent().status
  }
  const page = await show(<><Plain name="dup" /><Plain name="dup" /><Hooked /></>, call('dup'))
  expect([...(await answers(page)), ...seen].join(' ')).toBe('dup ok run said request / said call / said request / said /')
  await vi.waitFor(() => expect(page.container.textContent).toBe('idle'))
  expect(told.mock.calls.join()).toContain('"dup" is registered twice')
})
