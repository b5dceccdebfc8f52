'use client'

// As `../internal.ts`, for those that use React.
export * from '@ambit/react'
