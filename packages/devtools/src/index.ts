'use client'

export { AmbitDevtools, type AmbitDevtoolsProps } from './devtools.tsx'
