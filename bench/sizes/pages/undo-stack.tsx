import { useScope } from 'ambit/react'
import { useUndoStack } from 'ambit/react/undo'
import { useState } from 'react'
import { showHooks } from './show-hooks.tsx'

const histories: [] = []

function Host() {
  const [name] = useState('Bo')
  useScope({ name: 'host', context: () => ({ name }) })
  const { canUndo } = useUndoStack(histories)
  return (
    <p>
      {name} {canUndo}
    </p>
  )
}

showHooks({}, <Host />)
