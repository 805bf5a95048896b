import { type ReactNode, useState } from 'react'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { setTechnicalDetails, useTechnicalDetails } from './switches.ts'

/**
 * What only somebody who compares or reports needs: hashes, blocks, the names of standards. One fold on every page,
 * open at first where the person left the last one open.
 */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  const storage = useBrowserStorage()
  const [isOpen] = useState(useTechnicalDetails())
  return (
    <Disclosure
      summary="Technical details"
      isOpen={isOpen}
      onToggle={(isLeftOpen) => setTechnicalDetails(storage, isLeftOpen)}
    >
      {children}
    </Disclosure>
  )
}
