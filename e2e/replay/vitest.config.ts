import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

// For generated tests in copies of an example: the usual set-up of an app in React.
export default defineConfig({
  plugins: [react()],
  // In this repository the packages run from their sources.
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['ambit-source', ...defaultServerConditions] } },
  test: { testTimeout: 120_000, include: ['**/*.test.tsx'] },
})
