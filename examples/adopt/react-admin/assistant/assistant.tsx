import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import { AgentProvider, AgentScope, useTool } from 'ambit/react'
import { queries } from 'ambit/react/query'
import { call, calls, scriptedModel } from '@ambit/testing'
import * as React from 'react'
import { useCanAccess, useRedirect } from 'react-admin'
import * as z from 'zod'
import { queryClient } from '../queryClient'

// In your app: createProxyModel({ baseURL: '/api/agent', model: 'default' }).
const model = scriptedModel([
  calls(call('filter_posts', { text: 'omnis' })),
  'These are the posts with “omnis”.',
  calls(call('delete_post', { id: 11 })),
  'Post 11 is gone.',
  calls(call('open_page', { page: 'create_post' })),
  calls(call('fill_post', { title: 'Hello', teaser: 'A greeting' })),
  'The form is filled in.',
])

const agent = createAgent({ model, instructions: 'You help in a blog administration.' })

const until = queries(queryClient)

/** Goes into the layout, around its children: the router is made by `Admin`. */
export const Assistant = ({ children }: { children: React.ReactNode }) => (
  <AgentProvider agent={agent} until={until}>
    <AgentScope name="app" label="The administration">
      <AppTools />
      {children}
    </AgentScope>
    <Copilot />
  </AgentProvider>
)

const pages = {
  posts: ['list', 'posts'],
  create_post: ['create', 'posts'],
  comments: ['list', 'comments'],
  users: ['list', 'users'],
} as const
const pageArgs = z.object({ page: z.enum(['posts', 'create_post', 'comments', 'users']) })

const AppTools = () => {
  const redirect = useRedirect()
  const { canAccess } = useCanAccess({ resource: 'users', action: 'list' })
  useTool({
    name: 'open_page',
    description: 'Open a page of the administration.',
    parameters: pageArgs,
    handler: ({ page }) => {
      if (page === 'users' && !canAccess) throw new Error('This role may not see the users.')
      const [view, resource] = pages[page]
      redirect(view, resource)
    },
  })
  return null
}
