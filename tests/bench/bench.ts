import { addressChecks } from './addressChecks.ts'
import { buildAndEncode, hashAndDecode } from './hashAndDecode.ts'
import { hostileRows } from './hostileTexts.ts'
import { longHistory } from './longHistory.ts'
import { pastedRows } from './pastedRows.ts'
import { payoutRows } from './payoutRows.ts'
import { qrAndAccounting } from './qrAndAccounting.ts'
import { typedRequest } from './typedRequest.ts'

// Figures that are worth watching, printed and never asserted: `npm run bench`. Medians of many runs; a loaded machine
// shows in them, so compare two runs of the same machine.

addressChecks()
buildAndEncode()
hashAndDecode()
await qrAndAccounting()
await typedRequest()
await hostileRows()
await payoutRows()
await pastedRows()
await longHistory()
