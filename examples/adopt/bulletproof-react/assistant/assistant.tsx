import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import 'ambit/schema/zod3'
import { AgentProvider, AgentScope, useTool } from 'ambit/react'
import { queries } from 'ambit/react/query'
import { call, calls, scriptedModel } from '@ambit/testing'
import { useQueryClient } from '@tanstack/react-query'
import * as React from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'

import { paths } from '@/config/paths'
import { useUser } from '@/lib/auth'
import { ROLES, useAuthorization } from '@/lib/authorization'

// In your app: createProxyModel({ baseURL: '/api/agent', model: 'default' }).
const createModel = () =>
  scriptedModel([
    calls(call('open_page', { page: 'discussions' })),
    'Here are the discussions.',
    calls(call('fill_discussion', { title: 'Release', body: 'We ship on Friday.' })),
    calls(call('submit_discussion', {})),
    'The discussion is there.',
    calls(call('delete_discussion', { title: 'Release' })),
    'The discussion is gone.',
  ])

/** Goes around the dashboard: the user, the router and the query client are known there. */
export const Assistant = ({ children }: { children: React.ReactNode }) => {
  const user = useUser()
  // One agent for each user. Nothing of one is seen by the next.
  return <UserAssistant key={user.data?.id}>{children}</UserAssistant>
}

const UserAssistant = ({ children }: { children: React.ReactNode }) => {
  const client = useQueryClient()
  const [agent] = React.useState(() =>
    createAgent({ model: createModel(), instructions: 'You help a team with its discussions.' }),
  )
  const until = React.useMemo(() => queries(client), [client])
  return (
    <AgentProvider agent={agent} until={until}>
      <AgentScope name="app" label="The dashboard">
        <AppTools />
        {children}
      </AgentScope>
      <Copilot />
    </AgentProvider>
  )
}

const pageArgs = z.object({ page: z.enum(['dashboard', 'discussions', 'users', 'profile']) })

const AppTools = () => {
  const navigate = useNavigate()
  const { checkAccess } = useAuthorization()
  useTool({
    name: 'open_page',
    description: 'Opens a page of the dashboard.',
    parameters: pageArgs,
    handler: ({ page }) => {
      if (page === 'users' && !checkAccess({ allowedRoles: [ROLES.ADMIN] })) {
        throw new Error('This role may not see the users.')
      }
      navigate(paths.app[page].getHref())
    },
  })
  return null
}
