import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, loadEnv } from 'vite'
import { backOffice, variableNames } from './src/server/back-office.ts'

export default defineConfig(({ mode }) => ({
  plugins: [react(), backOffice(loadEnv(mode, import.meta.dirname, variableNames))],
  // In this repository the packages run from their sources. Leave this line out elsewhere.
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  // The database writes to this folder all the time.
  server: { watch: { ignored: ['**/.data/**'] } },
}))
