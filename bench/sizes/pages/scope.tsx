import { useScope } from 'ambit/react'
import { useState } from 'react'
import { showHooks } from './show-hooks.tsx'

function Host() {
  const [name] = useState('Bo')
  useScope({ name: 'host', context: () => ({ name }) })
  return <p>{name}</p>
}

showHooks({}, <Host />)
