import { firefoxBrowser } from '../../../../scripts/launch-browser.ts'
import { testRaces } from './check-races.ts'

testRaces(firefoxBrowser)
