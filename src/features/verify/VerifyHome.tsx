import { useKeptProofs } from '#features/shared/useKeptProofs.ts'
import { CheckCard } from './CheckCard.tsx'
import { MakeCard } from './MakeCard.tsx'
import { MyProofs } from './MyProofs.tsx'
import css from './Proof.module.css'

/** Checks a proof of somebody else, makes one's own, and lists those that were made here. */
export function VerifyHome() {
  const kept = useKeptProofs()
  return (
    <>
      <h1>Verify</h1>
      <p className={css.muted}>
        “Is this really your address?” A proof of account answers it: a text that the account itself has
        signed, also with several owners, and that anybody can check without a wallet.
      </p>
      <div className={css.page}>
        <div className={css.columns}>
          <CheckCard />
          <MakeCard onMade={(signed) => kept.keep([{ ...signed, safeTxHash: null }])} />
        </div>
        <MyProofs kept={kept} />
      </div>
    </>
  )
}
