import { ambitProxy } from '@ambit/proxy/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), ambitProxy()],
  // In this repository the packages run from their sources. Leave this line out elsewhere.
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
})
