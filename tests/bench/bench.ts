import { hashAndDecode } from './hashAndDecode.ts'
import { longHistory } from './longHistory.ts'

// Figures that are worth watching, printed and never asserted: `npm run bench`. Medians of many runs; a loaded machine
// shows in them, so compare two runs of the same machine.

hashAndDecode()
await longHistory()
