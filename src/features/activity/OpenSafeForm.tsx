import { useLocation } from 'wouter'
import { parseSafeText, safeTextFaults } from '#domain/activity/proposalWords.ts'
import { safePath } from '#domain/shared/paths.ts'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'

/** Opens any Safe by its address or a link, to be looked at only. */
export function OpenSafeForm() {
  const [, navigate] = useLocation()
  const open = (text: string) => {
    const parsed = parseSafeText(text)
    if (!parsed.ok) return safeTextFaults[parsed.fault]
    navigate(safePath(parsed.address))
    return null
  }
  return (
    <OneLineForm
      label="Address of a Safe"
      hint="0x…, bnb:0x… or a link to it"
      button="Look at it"
      onText={open}
    />
  )
}
