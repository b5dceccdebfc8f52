import { fillFromNode } from './fill-from-node.ts'
import { fillPage } from './fill-page.ts'

// For the set-up files of a test runner whose DOM is not a browser. A browser needs none of it.
fillFromNode()
fillPage()
