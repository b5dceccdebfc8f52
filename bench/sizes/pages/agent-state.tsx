import { useAgentState } from 'ambit/react/state'
import { guest } from './guest.ts'
import { showHooks } from './show-hooks.tsx'

function Host() {
  const [{ name }] = useAgentState('host', {
    schema: guest,
    initial: { name: 'Bo' },
    description: 'The host.',
  })
  return <p>{name}</p>
}

showHooks({}, <Host />)
