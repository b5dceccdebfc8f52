import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Assistant } from './assistant'
import { ShoppingList } from './shopping-list'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Assistant>
        <ShoppingList first={['Bread', 'Milk']} />
      </Assistant>
    </StrictMode>,
  )
}
