import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { backOffice } from './src/server/back-office.ts'

export default defineConfig({
  plugins: [react(), backOffice()],
  // In this repository the packages run from their sources. Leave this line out elsewhere.
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  // The database writes to this folder all the time.
  server: { watch: { ignored: ['**/.data/**'] } },
})
