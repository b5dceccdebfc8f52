import { AgentScope, useFormTools, useTool } from 'ambit/react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'

import { createDiscussionInputSchema } from '@/features/discussions/api/create-discussion'
import { useDeleteDiscussion } from '@/features/discussions/api/delete-discussion'
import { Authorization, ROLES } from '@/lib/authorization'
import { Discussion } from '@/types/api'

/** Goes into the form, whose context it reads. Its tools are there while the drawer is open. */
export const DiscussionFormTools = ({
  onSubmit,
}: {
  onSubmit: (values: z.infer<typeof createDiscussionInputSchema>) => Promise<unknown>
}) => {
  const form = useFormContext<z.infer<typeof createDiscussionInputSchema>>()
  useFormTools(form, createDiscussionInputSchema, {
    name: 'discussion',
    label: 'The new discussion',
    onSubmit: async (values) => {
      await onSubmit(values)
    },
  })
  return null
}

/** Goes to the list, with the same right that its buttons need. */
export const DiscussionListTools = ({ discussions }: { discussions: Discussion[] }) => (
  <AgentScope
    name="discussions"
    label="The list of discussions"
    // What others wrote. Approvals then say so.
    untrusted
    context={() => discussions.map(({ title, createdAt }) => ({ title, createdAt }))}
  >
    <Authorization allowedRoles={[ROLES.ADMIN]}>
      <DeleteTool discussions={discussions} />
    </Authorization>
  </AgentScope>
)

const deleteArgs = z.object({ title: z.string().describe('The title, as in the list') })

const DeleteTool = ({ discussions }: { discussions: Discussion[] }) => {
  const deletion = useDeleteDiscussion()
  useTool({
    name: 'delete_discussion',
    title: 'Delete discussion',
    description: 'Deletes a discussion of the list.',
    parameters: deleteArgs,
    effect: 'destructive',
    handler: async ({ title }) => {
      const found = discussions.filter((discussion) => discussion.title === title)
      if (found.length !== 1) throw new Error(`${found.length} discussions have this title.`)
      await deletion.mutateAsync({ discussionId: found[0].id })
    },
  })
  return null
}
