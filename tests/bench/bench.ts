import { addressChecks } from './addressChecks.ts'
import { bigSafe } from './bigSafe.ts'
import { buildAndEncode, hashAndDecode } from './hashAndDecode.ts'
import { hostileRows } from './hostileTexts.ts'
import { longHistory } from './longHistory.ts'
import { manyAttempts } from './manyAttempts.ts'
import { manyPeople } from './manyPeople.ts'
import { pastedRows } from './pastedRows.ts'
import { paymentRequests } from './paymentRequests.ts'
import { payoutRows } from './payoutRows.ts'
import { qrAndAccounting } from './qrAndAccounting.ts'
import { restoring } from './restoring.ts'
import { typedRequest } from './typedRequest.ts'

// Prints figures worth watching and asserts none: `npm run bench`. They are medians of many runs. Load on the
// machine changes them, so compare two runs on the same machine.

addressChecks()
buildAndEncode()
hashAndDecode()
await qrAndAccounting()
await typedRequest()
await hostileRows()
await paymentRequests()
await payoutRows()
await pastedRows()
await restoring()
await manyPeople()
await longHistory()
await manyAttempts()
await bigSafe()
