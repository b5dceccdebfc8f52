import { AgentScope, useFormTools, useTool } from 'ambit/react'
import * as React from 'react'
import { useDelete, useListContext, useSaveContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod'

const filterArgs = z.object({ text: z.string().describe('Empty for all posts') })
const postArgs = z.object({ id: z.number() })

/** Goes below `List`, whose context it reads. */
export const PostListTools = () => {
  const { data = [], total } = useListContext()
  const rows = data.map(({ id, title, views }) => ({ id, title, views }))
  return (
    <AgentScope name="posts" label="The list of posts" context={() => ({ total, rows })} untrusted>
      <ListTools />
    </AgentScope>
  )
}

const ListTools = () => {
  const { data = [], filterValues, displayedFilters, setFilters } = useListContext()
  const [deletePost] = useDelete()
  useTool({
    name: 'filter_posts',
    description: 'Show only the posts with a text.',
    parameters: filterArgs,
    handler: ({ text }) => setFilters({ ...filterValues, q: text }, displayedFilters),
  })
  useTool({
    name: 'delete_post',
    description: 'Delete a post of the list.',
    parameters: postArgs,
    approval: true,
    handler: async ({ id }) => {
      const previousData = data.find((post) => post.id === id)
      if (!previousData) throw new Error('This post is not in the list.')
      // Undoable mutations answer before the server knows: an agent needs `pessimistic`.
      await deletePost(
        'posts',
        { id, previousData },
        { mutationMode: 'pessimistic', returnPromise: true },
      )
    },
  })
  return null
}

const post = z.object({ title: z.string(), teaser: z.string() })

/** Goes into the form, for example into its toolbar. */
export const PostFormTools = () => {
  const form = useFormContext()
  const { save } = useSaveContext()
  useFormTools(form, post, { name: 'post', onSubmit: (values) => save?.(values) })
  return null
}
