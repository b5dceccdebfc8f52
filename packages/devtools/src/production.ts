'use client'

import type { AmbitDevtoolsProps } from './devtools.tsx'

/** Renders nothing: the devtools of a production build. */
export const AmbitDevtools = (_props: AmbitDevtoolsProps): null => null
export type { AmbitDevtoolsProps }
