import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { backOffice } from './src/server/back-office.ts'

export default defineConfig({
  plugins: [react(), backOffice()],
  // In this repository the packages run from their sources; outside of it leave this line out.
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  // The database writes there all the time.
  server: { watch: { ignored: ['**/.data/**'] } },
})
